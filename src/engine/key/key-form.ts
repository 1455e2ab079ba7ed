import { CallError } from '../platform/call-error.ts'

/**
 * The form of §5: the prefix and 32 characters. The alphabet is not shown, so any counts that can stand in a header:
 * not the dots of a masked key. A session token has another form, and what it pays for is never ours (O51).
 */
const keyForm = /^svc_sk_[!-~]{32}$/

export class KeyFormError extends CallError {
  override name = 'KeyFormError'
  constructor(message: string) {
    super('key-form', message)
  }
}

/**
 * The key in a text, without the line end of a file.
 * @throws KeyFormError with a sentence that does not repeat the text
 */
export function keyIn(text: string): string {
  const key = text.trim()
  if (keyForm.test(key)) return key
  throw new KeyFormError('This is not a key. Keys start with svc_sk_ followed by 32 characters; copy it in full.')
}

/** The same for the key of the environment, which must not be taken for a key where it is none. */
export function environmentKeyIn(text: string): string {
  try {
    return keyIn(text)
  } catch {
    throw new KeyFormError(
      'PRINTROOM_API_KEY holds no key, so it is not used and nothing is sent. A key begins with svc_sk_ and goes on for 32 characters, without spaces; a session token is none.',
    )
  }
}
