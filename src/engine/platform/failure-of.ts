import type { CallAnswer } from '../../contract/ipc.ts'
import { CallError } from './call-error.ts'
import { diskTrouble } from './files.ts'
import { sanitizeText } from './text.ts'

/** What a failed call tells the window or the terminal: a code for programs, a sentence for people. */
export function failureOf(error: unknown): Extract<CallAnswer<never>, { ok: false }> {
  const failed = (code: string, message: string, retryable: boolean) => ({
    ok: false as const,
    code,
    message,
    retryable,
  })
  if (error instanceof CallError) return failed(error.code, error.message, error.retryable)
  const disk = diskTrouble(error)
  if (disk !== null) return failed('disk', disk, true)
  const detail = sanitizeText(error instanceof Error ? error.message : String(error))
  return failed('internal', `Something in Printroom went wrong (${detail}). What was written before is safe.`, false)
}
