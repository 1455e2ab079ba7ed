import type { KeyStatus } from '../../contract/app.ts'
import type { Model } from '../../domain/catalogue/model.ts'
import type { Skill } from '../../domain/catalogue/skill.ts'
import { listsOf } from '../catalogue/lists.ts'
import type { LiveList } from '../catalogue/live-list.ts'
import { Overcharges } from '../catalogue/overcharges.ts'
import { StoredKeyBooks } from '../key/key-books.ts'
import { KeyHolder } from '../key/key-holder.ts'
import { pausesOf } from '../pace/kept-pauses.ts'
import { Pace } from '../pace/pace.ts'
import { systemTimers } from '../platform/timers.ts'
import { PracticeHost } from '../practice/host.ts'
import { relayedPractice } from '../practice/relay.ts'
import { spawnPractice } from '../practice/start.ts'
import { practiceOrigin } from '../remote/address.ts'
import { AllowedHosts } from '../remote/allowed-hosts.ts'
import { Downloader } from '../remote/download.ts'
import { Exchanger } from '../remote/exchange.ts'
import { directRoute } from '../remote/network.ts'
import { type Endpoint, Service } from '../remote/service.ts'
import type { Condition } from './condition.ts'
import type { EngineEmitter } from './events.ts'
import type { OpenedHome } from './open-home.ts'
import type { EngineOptions } from './options.ts'

/** All that reaches the service, and what it is reached with. */
export interface Connection {
  service: Service
  key: KeyHolder
  practice: PracticeHost | null
  pace: Pace
  hosts: AllowedHosts
  /** Of results. */
  downloader: Downloader
  /** Of what nobody has paid for. */
  pictures: Downloader
  models: LiveList<Model[]>
  skills: LiveList<Skill[]>
  overcharges: Overcharges
  keyStatus(): KeyStatus
  /** Origin of a loopback service while it is known: its own plain http addresses count as public. */
  ownOrigin(): string | null
  /** The same once practice runs, which is started for it. */
  originInUse(): Promise<string | null>
  close(): Promise<void>
}

export function connect(
  options: EngineOptions,
  { store, timing }: OpenedHome,
  { emitter, condition, now }: { emitter: EngineEmitter; condition: Condition; now: () => number },
): Connection {
  const tellStatus = (): void => emitter.emit('statusChanged')
  const practice = practiceOf(options)
  const key = new KeyHolder(options.service, options.shared?.salt ?? store.salt, {
    books: new StoredKeyBooks(store, options.service),
    onChange: tellStatus,
    ...(options.keychain ? { keychain: options.keychain } : {}),
    ...(options.sessionKeys ? { session: options.sessionKeys } : {}),
    ...(options.otherKeys ? { others: options.otherKeys } : {}),
  })
  if (options.environmentKey !== null && practice === null) key.hold(options.environmentKey, 'environment')
  const endpoint = async (): Promise<Endpoint | { problem: string }> => {
    if (practice === null) return { base: options.service, key: key.key }
    const found = await practice.endpoint()
    if (!('problem' in found) && found.key !== null) key.hold(found.key, 'practice')
    return found
  }
  const isLocal = practice !== null || options.service.startsWith('http:')
  const exchanger = new Exchanger(options.socketLimits, isLocal ? directRoute : options.route)
  const pace = new Pace({
    kept: pausesOf(store.keyValues, options.service),
    now,
    timers: systemTimers,
    scale: timing.scale,
    onChange: tellStatus,
  })
  const service = new Service(exchanger, endpoint, (connection) => condition.set({ connection }), pace)
  const hosts = new AllowedHosts(store.settings, options.service)
  const originInUse = async (): Promise<string | null> => {
    if (practice === null) return loopbackOrigin(options.service)
    // A result may be all that is still to do after a start: nobody else would wake practice for it.
    await practice.endpoint()
    return practice.origin
  }
  const downloads = downloadersOf(options, originInUse, hosts, isLocal)
  const lists = listsOf({ service, keyValues: store.keyValues, origin: options.service, now })
  return {
    service,
    key,
    practice,
    pace,
    hosts,
    ...downloads,
    ...lists,
    overcharges: new Overcharges({ keyValues: store.keyValues, origin: options.service }),
    keyStatus: () => (practice !== null && key.key === null ? practiceKeyStatus : key.status()),
    ownOrigin: () => (practice ? practice.origin : loopbackOrigin(options.service)),
    originInUse,
    close: async () => {
      await Promise.all([exchanger.close(), downloads.downloader.close(), downloads.pictures.close()])
    },
  }
}

function practiceOf(options: EngineOptions): PracticeHost | null {
  if (options.service !== practiceOrigin) return null
  return new PracticeHost({
    home: options.folders.practice,
    timeScale: options.timeScale,
    start: options.practiceStarts
      ? relayedPractice(options.practiceStarts)
      : (wish) => spawnPractice(options.nodePath, options.entries.practice, wish),
  })
}

function downloadersOf(
  { socketLimits, route: given }: EngineOptions,
  originInUse: () => Promise<string | null>,
  hosts: AllowedHosts,
  isLocal: boolean,
): Pick<Connection, 'downloader' | 'pictures'> {
  const [idleMs, route] = [socketLimits?.downloadIdleMs, isLocal ? directRoute : given]
  return {
    downloader: new Downloader(originInUse, { idleMs, route, mayBeInside: (host) => hosts.mayBeInside(host) }),
    // These go where the service is, and nowhere else inside: what was allowed was allowed for results.
    pictures: new Downloader(originInUse, { idleMs, route, mayBeInside: (host) => host === hosts.own }),
  }
}

const practiceKeyStatus: KeyStatus = {
  where: 'practice',
  fingerprint: null,
  words: 'Practice gives its own key when it starts.',
  checked: null,
  open: 0,
  others: [],
}

/** Media of a loopback service may lie on loopback; of any other service, never. */
function loopbackOrigin(service: string): string | null {
  const url = new URL(service)
  return url.protocol === 'http:' ? url.origin : null
}
