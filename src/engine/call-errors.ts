import type { CallAnswer } from '../contract/ipc.ts'
import { AccountError } from './account-calls.ts'
import { diskTrouble } from './files.ts'
import { KeyRefusedError } from './key/keep-key.ts'
import { KeyFormError } from './key/key-form.ts'
import { OrderError } from './offers.ts'
import { NotNowError } from './queue/driver.ts'
import { SettingError } from './settings.ts'
import { harmless } from './text.ts'

/** What a failed call tells the window or the terminal: a code for programs, a sentence for people. */
export function failureOf(error: unknown): Extract<CallAnswer<never>, { ok: false }> {
  const failed = (code: string, message: string, retryable: boolean) => ({
    ok: false as const,
    code,
    message,
    retryable,
  })
  if (error instanceof OrderError)
    return failed(error.code, error.message, error.code === 'no-list' || error.code === 'disk')
  if (error instanceof NotNowError) return failed('not-now', error.message, true)
  if (error instanceof KeyFormError) return failed('key-form', error.message, false)
  if (error instanceof KeyRefusedError) return failed('key-refused', error.message, false)
  if (error instanceof SettingError) return failed('setting', error.message, false)
  if (error instanceof AccountError) return failed('account', error.message, true)
  const disk = diskTrouble(error)
  if (disk !== null) return failed('disk', disk, true)
  const detail = harmless(error instanceof Error ? error.message : String(error))
  return failed('internal', `Something in Printroom went wrong (${detail}). What was written before is safe.`, false)
}
