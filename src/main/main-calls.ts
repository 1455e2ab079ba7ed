import type { CallInput, CallOutput, CallsOf } from '../contract/ipc.ts'

export type MainCalls = { [N in CallsOf<'main'>]: (input: CallInput<N>) => Promise<CallOutput<N>> }
