import { NotNowError } from '../platform/call-error.ts'

/**
 * Takes out every one of several requests that can be: one that is busy, or of another service, is no reason for the
 * others to be sent. How each stands then, its own receipt says.
 * @throws NotNowError the first one's, where none could be taken out
 */
export async function cancelEach(ids: readonly string[], cancel: (id: string) => Promise<void>): Promise<void> {
  const refusals: NotNowError[] = []
  for (const id of ids)
    try {
      await cancel(id)
    } catch (error) {
      if (!(error instanceof NotNowError)) throw error
      refusals.push(error)
    }
  const [first] = refusals
  if (first && refusals.length === ids.length) throw first
}
