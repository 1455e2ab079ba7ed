import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { HostsChanged, HostsView } from '../../contract/hosts.ts'
import { isNeverHost, readHost } from '../../domain/form/host.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { Engine } from '../engine.ts'
import { SettingError } from '../platform/settings.ts'
import { type Reach, reachOf } from '../remote/public-address.ts'
import type { EngineCalls } from './engine-calls.ts'

/** Which hosts inside a private network results may be fetched from. */
export function hostCalls(engine: Engine): Pick<EngineCalls, 'hosts.list' | 'hosts.allow' | 'hosts.forget'> {
  return {
    'hosts.list': async () => hostsView(engine),
    'hosts.allow': async ({ host }) => allow(engine, hostIn(host)),
    'hosts.forget': async ({ host }) => {
      const read = hostIn(host)
      const isThere = engine.hosts.list().includes(read)
      if (isThere) engine.hosts.forget(read)
      return changed(engine, isThere ? `${read} is allowed no more.` : `${read} was not allowed. Nothing was changed.`)
    },
  }
}

function hostsView(engine: Engine): HostsView {
  const { own } = engine.hosts
  const allowed = engine.hosts.list()
  const counts = new Map<string, number>()
  for (const { owed } of openOnes(engine))
    for (const { insideHost: host } of owed)
      if (host !== undefined && !engine.hosts.mayBeInside(host)) counts.set(host, (counts.get(host) ?? 0) + 1)
  const waiting = [...counts].map(([host, results]) => ({ host, results })).sort((a, b) => (a.host < b.host ? -1 : 1))
  return { own, allowed, waiting }
}

const changed = (engine: Engine, message: string): HostsChanged => ({ ...hostsView(engine), words: message })

const openOnes = ({ store, origin }: Engine): Receipt[] => store.receipts.list({ origin, open: true })

async function allow(engine: Engine, host: string): Promise<HostsChanged> {
  if (host === engine.hosts.own)
    return changed(engine, `${host} is the service’s own host, which needs no permission. Nothing was changed.`)
  const reach = await reachOfHost(host)
  if (reach === 'never')
    throw new SettingError(
      `${host} is this computer or nobody’s, and no host of a private network: results are never fetched from there. Nothing was changed.`,
    )
  if (reach === 'public')
    return changed(engine, `${host} is public, so its results are fetched without being allowed. Nothing was changed.`)
  if (!engine.hosts.allow(host))
    throw new SettingError('So many hosts are allowed already that no more are kept. Forget one first.')
  const fetched = lookAgain(engine, host)
  const next =
    fetched === 0
      ? ''
      : ' What lies there is fetched next, at no cost: at once where Printroom’s window is open, else by “resume --wait”.'
  return changed(engine, `Results may be fetched from ${host}, over https alone.${next}`)
}

/** Where a host leads from here; what is not found now may be found in another network. */
async function reachOfHost(host: string): Promise<Reach> {
  if (isIP(host) !== 0) return reachOf(host)
  if (isNeverHost(host)) return 'never'
  const found = await lookup(host, { all: true }).catch(() => [])
  const reaches = found.map(({ address }) => reachOf(address))
  if (reaches.includes('never')) return 'never'
  return reaches.length === 0 || reaches.includes('inside') ? 'inside' : 'public'
}

/** What waited for the permission goes on at once, also where another program drives it. @returns how many requests */
function lookAgain(engine: Engine, host: string): number {
  const waiting = openOnes(engine).filter(({ owed }) => owed.some(({ insideHost }) => insideHost === host))
  for (const { id } of waiting) engine.driver.lookNow(id)
  return waiting.length
}

/** @throws SettingError with a sentence */
function hostIn(text: string): string {
  const read = readHost(text)
  if ('problem' in read) throw new SettingError(read.problem)
  return read.host
}
