import type { CallInput, CallOutput, CallsOf } from '../../contract/ipc.ts'

export type EngineCalls = { [N in CallsOf<'engine'>]: (input: CallInput<N>) => Promise<CallOutput<N>> }
