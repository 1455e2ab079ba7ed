import type { CallAnswer, CallInput, CallName, CallOutput, PrintroomBridge } from '../../contract/ipc.ts'
import { t } from '../format/messages.ts'
import { useNotices } from './notices-store.ts'

declare global {
  interface Window {
    readonly printroom: PrintroomBridge
  }
}

/** One call over the bridge. Never throws: a broken bridge is an answer too. */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallAnswer<CallOutput<N>>> {
  try {
    return await window.printroom.call(name, input)
  } catch {
    return {
      ok: false,
      code: 'bridge',
      message: t('The window lost its connection to Printroom. Approved orders are kept. Restart Printroom.'),
      retryable: false,
    }
  }
}

/** As `call`, for acts of the user: an answer that says no is shown as a notice, and null comes back. */
export async function callMain<N extends CallName>(
  name: N,
  input: CallInput<N>,
): Promise<{ value: CallOutput<N> } | null> {
  const answer = await call(name, input)
  if (answer.ok) return { value: answer.value }
  const tone = answer.code === 'not-agreed' ? 'plain' : 'fault'
  useNotices.getState().say({ tone, message: answer.message, said: true, of: name })
  return null
}
