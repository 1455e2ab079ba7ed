import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Receipt } from '../../domain/request/receipt.ts'
import { DownloadError, type Downloader } from '../remote/download.ts'
import type { Service } from '../remote/service.ts'
import type { Asset } from '../store/assets.ts'
import { renameDurablyLater } from '../store/durable-file.ts'
import { makeFolder } from '../store/folders.ts'
import type { Receipts } from '../store/receipts.ts'
import type { LibraryPlace } from './place.ts'

export interface FetchDeps {
  downloader: Downloader
  service: Service
  receipts: Receipts
  place: LibraryPlace
  origin: string
  /** Of the key that is set; null for none. */
  keyFingerprint: () => string | null
}

type Fetched =
  | { type: 'there' }
  /** Another content came; it lies beside, and the missing file stays missing. */
  | { type: 'other'; name: string }
  | { type: 'not-had'; why: string }

/**
 * Brings a missing file from the address that the service gave for it, or gives for it now. Only the very bytes that were
 * recorded take its place.
 * @throws the disk's error
 */
async function fetchAgain(asset: Asset, deps: FetchDeps): Promise<Fetched> {
  const { downloader, place, receipts, origin } = deps
  const receipt = receipts.get(asset.requestId)
  const known = receipt?.jobs[asset.jobIndex]?.urls[asset.outputIndex]
  if (receipt === null || known === undefined) return { type: 'not-had', why: 'its receipt names no address' }
  if (asset.origin !== origin) return { type: 'not-had', why: 'it was ordered at another service' }
  place.forWriting()
  const path = place.pathOf(asset)
  const incoming = join(dirname(path), `.incoming-${randomUUID()}`)
  makeFolder(dirname(path))
  try {
    const sha256 = await fetchFrom(known, incoming, asset, receipt, deps, downloader)
    if (sha256 === asset.sha256) {
      if (!existsSync(path)) await renameDurablyLater('result rename', incoming, path)
      return { type: 'there' }
    }
    const beside = freeBeside(path)
    await renameDurablyLater('result rename', incoming, beside)
    return { type: 'other', name: basename(beside) }
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error
    return { type: 'not-had', why: error.message }
  } finally {
    await rm(incoming, { force: true })
  }
}

/** So many at once; each is a file of some megabytes. */
const fetchesAtOnce = 4

/**
 * The same for many.
 * @param onOne told of each as it ends
 * @returns the names of those that came with another content, and how many could not be had for what
 */
export async function fetchAll(
  assets: readonly Asset[],
  deps: FetchDeps,
  signal: AbortSignal,
  onOne: (id: string, isThere: boolean) => void,
): Promise<{ beside: string[]; whys: Map<string, number> }> {
  const beside: string[] = []
  const whys = new Map<string, number>()
  const queue = [...assets]
  const work = async (): Promise<void> => {
    for (let asset = queue.shift(); asset !== undefined && !signal.aborted; asset = queue.shift()) {
      const outcome = await fetchAgain(asset, deps)
      if (outcome.type === 'other') beside.push(outcome.name)
      if (outcome.type === 'not-had') whys.set(outcome.why, (whys.get(outcome.why) ?? 0) + 1)
      onOne(asset.id, outcome.type === 'there')
    }
  }
  await Promise.all(Array.from({ length: fetchesAtOnce }, work))
  return { beside, whys }
}

async function fetchFrom(
  address: string,
  incoming: string,
  asset: Asset,
  receipt: Receipt,
  deps: FetchDeps,
  downloader: Downloader,
): Promise<string> {
  try {
    return (await downloader.fetchTo(address, incoming)).sha256
  } catch (error) {
    if (!(error instanceof DownloadError && error.addressStale)) throw error
    const fresh = await addressNow(receipt, asset, deps)
    if (fresh === null || fresh === address) throw error
    return (await downloader.fetchTo(fresh, incoming)).sha256
  }
}

/** An address may have died and the job have a fresh one (A14). A Skill is asked for under its own key alone (§4.15). */
async function addressNow(receipt: Receipt, asset: Asset, deps: FetchDeps): Promise<string | null> {
  const { order, id } = receipt
  const generationId = receipt.jobs[asset.jobIndex]?.generationId ?? null
  const isOwnKey = receipt.keyFingerprint === null || receipt.keyFingerprint === deps.keyFingerprint()
  if (order.kind === 'skill' ? !isOwnKey : generationId === null) return null
  const outcome =
    order.kind === 'skill'
      ? await deps.service.skillStatus(order.skill, id)
      : await deps.service.generationStatus(generationId ?? '')
  if (outcome.type !== 'job') return null
  const jobs = outcome.acceptance.jobs
  const job = jobs.find((one) => one.generationId !== null && one.generationId === generationId) ?? jobs[asset.jobIndex]
  return job?.urls[asset.outputIndex] ?? null
}

function freeBeside(path: string): string {
  const extension = extname(path)
  const stem = path.slice(0, path.length - extension.length)
  for (let n = 1; ; n += 1) {
    const beside = `${stem}-fetched${n === 1 ? '' : `-${n}`}${extension}`
    if (!existsSync(beside)) return beside
  }
}
