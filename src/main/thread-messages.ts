import type { CallAnswer, CallInput, CallName, CallOutput, CallsOf, EventName, EventPayload } from '../contract/ipc.ts'
import type { EngineOptions, EngineStatus } from '../engine/engine.ts'

/** What main asks of the engine's thread beside the window's own calls: things that need Electron on one side. */
export interface InnerCalls {
  status: { input: undefined; output: EngineStatus }
  /** The file behind an address of the app's scheme. */
  picture: { input: { address: string }; output: string | null }
  /** Where files of the library lie. */
  paths: { input: { ids: string[] }; output: { id: string; path: string }[] }
  /** The files are in the system's trash now. */
  trashed: { input: { ids: string[] }; output: undefined }
  close: { input: undefined; output: undefined }
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
  | { [N in EventName]: { type: 'event'; name: N; payload: EventPayload<N> } }[EventName]

export type ThreadOptions = Omit<EngineOptions, 'now'>
