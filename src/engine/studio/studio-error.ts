import { codeOf } from '../../domain/error-code.ts'
import { CallError } from '../platform/call-error.ts'
import { sanitizeText } from '../platform/text.ts'

type Code =
  | 'unreachable'
  | 'login'
  | 'tls'
  | 'no-studio'
  | 'foreign'
  | 'newer'
  | 'older'
  | 'read-only'
  | 'full'
  | 'rights'
  | 'files'
  | 'busy'
  | 'no-key'
  | 'other-key'

/** The studio cannot be used now: one sentence with the cause, one with the next step. */
export class StudioError extends CallError {
  override name = 'StudioError'
  constructor(code: Code, message: string, options: { cause?: unknown } = {}) {
    super(code, message, code === 'unreachable' || code === 'full' || code === 'busy')
    this.cause = options.cause
  }
}

/**
 * A COMMIT whose answer did not come, or came with a warning: whether it stands is not known. It is read back, and no effect
 * starts before that.
 */
export class UnknownCommitError extends Error {
  override name = 'UnknownCommitError'
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOENT',
])
const broken = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '08006', '08003', '08001'])
const untrusted = /self.signed|certificate|ERR_TLS/i

/** What PostgreSQL, or the way to it, said, as a sentence of ours; null where it is none of these. */
export function studioError(error: unknown, where: string): StudioError | null {
  if (error instanceof StudioError) return error
  const said = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  const because = (kind: Code, message: string): StudioError => new StudioError(kind, message, { cause: error })
  if (/does not support SSL/i.test(said))
    return because(
      'tls',
      `The database at ${where} offers no TLS, and without it anybody on the way could read and change orders. Switch TLS on there, or add “?sslmode=disable” to its address if the network is your own.`,
    )
  if (untrusted.test(said) || untrusted.test(code))
    return because(
      'tls',
      `The certificate of the database at ${where} is not one that this computer trusts. Name the authority’s file with “?sslrootcert=FILE” in its address.`,
    )
  switch (code) {
    case '28P01':
    case '28000':
      return because(
        'login',
        `The database at ${where} does not accept this user and password. Look at the address, or ask who set the studio up.`,
      )
    case '3D000':
      return because('no-studio', `There is no such database at ${where}. Look at the last part of its address.`)
    case '25006':
      return because(
        'read-only',
        `The database at ${where} can only be read: it may be a standby. Name the primary in its address.`,
      )
    case '53100':
      return because(
        'full',
        `The disk of the database at ${where} is full, so that nothing more is ordered. Make room there.`,
      )
    case '53300':
      return because('busy', `The database at ${where} takes no more connections now. Try again, or allow it more.`)
    case '40001':
    case '40P01':
    case '55P03':
    case '57014':
      return because(
        'busy',
        `The database at ${where} was busy with other work for too long, and nothing of this was done. Try again in a while.`,
      )
    case '42501':
      return because(
        'rights',
        `This user of the database at ${where} may not do that. Use the one that “studio init” named for it.`,
      )
  }
  if (unreachable.has(code) || broken.has(code) || /timeout|terminated|Connection ended/i.test(said))
    return because(
      'unreachable',
      `The database at ${where} does not answer (${sanitizeText(said)}). Is its address right, does it run, and is this computer online?`,
    )
  return null
}
