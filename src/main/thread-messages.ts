import type { KeyStatus } from '../contract/app.ts'
import type { ExportView } from '../contract/exports.ts'
import type { CallAnswer, CallInput, CallName, CallOutput, CallsOf, EventName, EventPayload } from '../contract/ipc.ts'
import type { LedgerPeriod } from '../contract/ledger.ts'
import type { LibraryPlaceView, LibrarySelection } from '../contract/library.ts'
import type { ExportWish } from '../domain/export/wish.ts'
import type { Json } from '../domain/json.ts'
import type { Work } from '../domain/updates/rest.ts'
import type { EngineOptions } from '../engine/assembly/options.ts'
import type { EngineStatus } from '../engine/engine.ts'
import type { SessionKeys } from '../engine/key/key-holder.ts'
import type { Removable } from '../engine/library/removal.ts'

/** What main asks of the engine's thread beside the window's own calls: things that need Electron on one side. */
export interface InnerCalls {
  status: { input: undefined; output: EngineStatus }
  /** The file behind an address of the app's scheme. */
  picture: { input: { address: string }; output: string | null }
  /** Where files of the library lie. */
  paths: { input: { ids: string[] }; output: { id: string; path: string }[] }
  /** A file with the picture in a form that Electron reads (PNG, JPEG); null where there is none. */
  readable: { input: { id: string }; output: string | null }
  /** Where the chosen files lie that are there, and a small PNG of the first. */
  dragged: { input: { of: LibrarySelection }; output: { paths: string[]; missing: number; icon: string | null } }
  export: { input: { of: LibrarySelection; wish: ExportWish; folder: string }; output: ExportView }
  /** The chosen folder is where the library goes to, was put by hand, or is searched for missing files. */
  moveLibrary: { input: { folder: string }; output: LibraryPlaceView }
  pointToLibrary: { input: { folder: string }; output: LibraryPlaceView }
  findMissing: { input: { folder: string; of: LibrarySelection | null }; output: LibraryPlaceView }
  /** Where those of a choice lie that are in the app's trash; refused while the library is not there whole. */
  trashedFiles: { input: { of: LibrarySelection }; output: Removable }
  /** The files are in the system's trash now. */
  removed: { input: { ids: string[] }; output: undefined }
  /** The requests of a period as a table for other programs. */
  ledgerCsv: { input: LedgerPeriod; output: string }
  /** A form as it was written down (src/main/handles/kept-forms.ts). */
  draft: { input: { form: string }; output: Json | null }
  saveDraft: { input: { form: string; value: Json }; output: undefined }
  /** What became of the backup that was to be put in place. */
  restored: { input: undefined; output: string }
  diagnostics: { input: { withPrompts: boolean }; output: Json }
  /** Makes a key of the account; its value stays in main (O10). */
  makeToken: { input: CallInput<'tokens.create'>; output: { name: string; value: string } }
  /** Whether this computer gives out a key for a service, by its base address. */
  holdsKeyOf: { input: { service: string }; output: boolean }
  /** What there is of a key, once the keychain has said it. */
  keyNow: { input: undefined; output: KeyStatus }
  /** The computer woke up: what was due in between is looked at now. */
  woke: { input: undefined; output: undefined }
  /** What no update may cut off. */
  work: { input: undefined; output: Work }
  /** Ends the engine. */
  close: { input: undefined; output: Ended }
}

/** What an engine leaves. */
export interface Ended {
  /** What was unfinished when it ended. */
  work: Work
  /** Held nowhere else: for the next engine of this service. */
  sessionKeys: SessionKeys
  /** Whether there may have been a key. */
  mayHaveKey: boolean
}

export type ThreadCall =
  | { [N in CallsOf<'engine'>]: { id: number; name: N; input: CallInput<N> } }[CallsOf<'engine'>]
  | { [N in keyof InnerCalls]: { id: number; name: N; input: InnerCalls[N]['input'] } }[keyof InnerCalls]

export type ThreadOutput<N extends CallName | keyof InnerCalls> = N extends keyof InnerCalls
  ? InnerCalls[N]['output']
  : N extends CallName
    ? CallOutput<N>
    : never

export type ThreadMessage =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'answer'; id: number; answer: CallAnswer<unknown> }
  | { type: 'status' }
  /** In use, or held for open requests: kept by main in memory, and refused in texts by the engines that come after. */
  | { type: 'keys'; keys: string[] }
  | { [N in EventName]: { type: 'event'; name: N; payload: EventPayload<N> } }[EventName]

/** `restore`: the name of a backup that is put in place before the home is opened. */
export type ThreadOptions = Omit<EngineOptions, 'now'> & { restore?: string }

/** What the thread is given. `closing`: main's word that it closes (`closing.ts`). */
export type ThreadData = ThreadOptions & { closing: SharedArrayBuffer }

/** Of an answer that says no since the engine ended before it. */
export const stoppedCode = 'engine-stopped'
