/**
 * A call that was not carried out, for a reason that is foreseen: a code for programs, a sentence for people. Here alone,
 * so that who only passes it on need not load what throws it.
 */
export class CallError extends Error {
  readonly code: string
  /** Whether the same call may do better later. */
  readonly retryable: boolean
  constructor(code: string, message: string, retryable = false) {
    super(message)
    this.code = code
    this.retryable = retryable
  }
}

/** An act of the user that could not be carried out now; the message says why. */
export class NotNowError extends CallError {
  override name = 'NotNowError'
  constructor(message: string) {
    super('not-now', message, true)
  }
}
