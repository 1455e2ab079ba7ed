import { z } from 'zod'
import { link } from '../domain/links/link.ts'
import { appSnapshot } from './app.ts'
import { appCallSchemas } from './calls/app-calls.ts'
import { exportCallSchemas } from './calls/export-calls.ts'
import { fileCallSchemas } from './calls/file-calls.ts'
import { formCallSchemas } from './calls/form-calls.ts'
import { keyCallSchemas } from './calls/key-calls.ts'
import { ledgerCallSchemas } from './calls/ledger-calls.ts'
import { libraryCallSchemas } from './calls/library-calls.ts'
import { orderCallSchemas } from './calls/order-calls.ts'
import { watchCallSchemas } from './calls/watch-calls.ts'
import { commandId } from './commands.ts'
import { exportView } from './exports.ts'
import { inspectedFile } from './files.ts'
import { libraryPlace } from './library.ts'
import { updatesView } from './updates.ts'
import { requestView } from './views.ts'
import { watchView } from './watch.ts'

/**
 * Every call that crosses from the window to the app. `main` answers what needs Electron,
 * `engine` everything else (in its thread). The channel's name is the key.
 */
export const calls = {
  ...appCallSchemas,
  ...keyCallSchemas,
  ...fileCallSchemas,
  ...orderCallSchemas,
  ...libraryCallSchemas,
  ...exportCallSchemas,
  ...ledgerCallSchemas,
  ...formCallSchemas,
  ...watchCallSchemas,
} as const

/** What the app tells the window without being asked. */
export const events = {
  'app.changed': appSnapshot,
  /** The requests that changed, whole. */
  'requests.changed': z.array(requestView),
  /** Files have come, gone or moved: whoever shows some asks for them again. */
  'library.changed': z.null(),
  /** Some step forward, and what came of it. */
  'library.task': libraryPlace,
  /** Some results further, paused, or at its end. */
  'exports.changed': exportView.nullable(),
  'updates.changed': updatesView,
  /** All watch folders, when one of them has something new to say. */
  'watch.changed': z.array(watchView),
  /** Files named on the command line or dropped on the app's icon. */
  'files.opened': z.array(inspectedFile),
  /** Something chosen in the system's menu, or a notice that was pressed. */
  'app.command': commandId,
  /** A link that another program handed over, read as a stranger's. It may only show something or fill a form. */
  'app.link': link,
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
export type CallInput<N extends CallName> = z.infer<Calls[N]['input']>
export type CallOutput<N extends CallName> = z.infer<Calls[N]['output']>
export type CallsOf<W extends 'main' | 'engine'> = {
  [N in CallName]: Calls[N]['where'] extends W ? N : never
}[CallName]

export type Events = typeof events
export type EventName = keyof Events
export type EventPayload<N extends EventName> = z.infer<Events[N]>

/** What every call answers. `code` is for programs, `message` a sentence for people. */
export type CallAnswer<T> = { ok: true; value: T } | { ok: false; code: string; message: string; retryable: boolean }

/** What the preload exposes as `window.printroom`. */
export interface PrintroomBridge {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallAnswer<CallOutput<N>>>
  /** Returns the function that stops listening. */
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void
  /** Handles of files that a person dropped, pasted or chose in a field, in their order; empty for those that are no file. */
  handlesOf(files: readonly File[]): Promise<string[]>
}
