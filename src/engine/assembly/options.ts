import type { MessagePort } from 'node:worker_threads'
import type { SpawnImageWorker } from '../images/channel.ts'
import type { Images } from '../images/port.ts'
import type { SessionKeys } from '../key/key-holder.ts'
import type { KeychainState } from '../key/keychain.ts'
import type { Folders } from '../platform/home.ts'
import type { SharedStore } from '../queue/shared-store.ts'
import type { SocketLimits } from '../remote/exchange.ts'
import type { ProxyRoute } from '../remote/network.ts'

export interface EngineOptions {
  /** `practice`, or a service's base address that `readServiceAddress` has accepted. */
  service: string
  folders: Folders
  /** Divides pauses and windows; heeded for loopback services only. */
  timeScale: number
  /** A plain Node binary for the processes that touch pictures. */
  nodePath: string
  entries: { imageWorker: string; practice: string }
  /** Where main starts the image workers, as utility processes: the line to it (images/relay.ts). */
  imageWorkers?: MessagePort
  /** Where main starts practice, as a utility process: the line to it (practice/relay.ts). */
  practiceStarts?: MessagePort
  /** From `PRINTROOM_API_KEY`: used for this run, never stored. */
  environmentKey: string | null
  /** What an engine of this service held in memory alone, in this very run. */
  sessionKeys?: SessionKeys
  /** Keys that were known in this run, also of other services: refused in texts. */
  otherKeys?: readonly string[]
  /** How the service is reached; practice and loopback services directly, always. */
  route?: ProxyRoute
  by: 'window' | 'terminal'
  /** Where this engine is a studio's worker. */
  shared?: SharedStore
  /** A person said that a home which was here, or its library, is gone for good (home-memory.ts). */
  newHome?: boolean
  now?: () => number
  /** How long a dead line is waited for; real time, never scaled. The proofs wait shorter. */
  socketLimits?: SocketLimits & { downloadIdleMs: number }
  /** Another keychain than the system's: the tests'. */
  keychain?: () => Promise<KeychainState>
  /** Other processes for pictures and folders than its own: the tests'. */
  spawnImageWorker?: SpawnImageWorker
  /** Image workers that several engines of one process share; whoever made them closes them. */
  images?: Images
}
