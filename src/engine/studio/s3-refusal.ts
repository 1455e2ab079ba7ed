import { sanitizeText } from '../platform/text.ts'
import { type S3Place, s3AddressOf } from './s3-place.ts'
import { StudioError } from './studio-error.ts'

/** An answer of S3 storage that is no file. Of its text the code and the region alone: the rest may repeat what was signed. */
export interface S3Refusal {
  status: number
  code: string
  region: string | null
  /** By the storage's own clock. */
  date: string | null
}

type Headers = Record<string, string | string[] | undefined>

export function readRefusal(status: number, headers: Headers, text: string): S3Refusal {
  const [, code = ''] = /<Code>(\w{1,60})<\/Code>/.exec(text) ?? []
  const said = headers['x-amz-bucket-region'] ?? /<Region>([a-z0-9-]{1,40})<\/Region>/.exec(text)?.[1] ?? null
  const region = typeof said === 'string' && /^[a-z0-9-]{1,40}$/.test(said) ? said : null
  return { status, code, region, date: typeof headers.date === 'string' ? headers.date : null }
}

const busy: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])
const busyCodes: ReadonlySet<string> = new Set([
  'RequestTimeout',
  'SlowDown',
  'ConditionalRequestConflict',
  'OperationAborted',
])
/** What came was not what was signed: cut or changed on its way. */
const cutCodes: ReadonlySet<string> = new Set([
  'BadDigest',
  'IncompleteBody',
  'InvalidDigest',
  'XAmzContentSHA256Mismatch',
])

/** Whether the same request may do better in a moment. */
export const isPassing = ({ status, code }: S3Refusal): boolean =>
  busy.has(status) || busyCodes.has(code) || cutCodes.has(code)

const badKey: ReadonlySet<string> = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidSecurity'])
const oldToken: ReadonlySet<string> = new Set(['ExpiredToken', 'InvalidToken', 'TokenRefreshRequired'])
const otherRegion: ReadonlySet<string> = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
])

/** Of makers whose storage has an end. */
const fullCodes: ReadonlySet<string> = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded'])

/** What it means, in one sentence, and what to do, in another. */
export function refusedWords(place: S3Place, refusal: S3Refusal): string {
  const { bucket, host, region } = place
  const { status, code, date } = refusal
  if (code === 'NoSuchBucket' || (status === 404 && code !== 'NoSuchKey'))
    return `There is no bucket ${bucket} at ${host}. Make it there, or name another one with --files.`
  if (otherRegion.has(code) || (status >= 300 && status < 400))
    return `The bucket ${bucket} does not lie in the region ${region}${refusal.region === null ? '' : ` but in ${refusal.region}`}. Set AWS_REGION${refusal.region === null ? '' : ` to ${refusal.region}`} here.`
  if (code === 'RequestTimeTooSkewed')
    return `The clock of this computer differs too much from that of the storage at ${host}${date === null ? '' : ` (${sanitizeText(date)} there)`}. Set it right.`
  if (badKey.has(code))
    return `The storage at ${host} does not accept this access key. Look at AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`
  if (oldToken.has(code))
    return `The storage at ${host} does not accept this session any more. Set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN anew.`
  if (status === 401 || status === 403)
    return `This access key may not do that in ${s3AddressOf(place)}. Allow it GetObject, PutObject and DeleteObject there, and ListBucket of ${bucket}, without which a missing file cannot be told from a forbidden one.`
  if (status === 507 || fullCodes.has(code))
    return `The storage at ${host} has no more room for ${s3AddressOf(place)}, so that nothing can be put there. Make room there, or allow it more.`
  if (status === 501)
    return `The storage at ${host} knows no conditional writes (If-None-Match), by which two studios are kept apart. Name other storage with --files.`
  return troubleWords(place, `${status}${code === '' ? '' : ` ${code}`}`)
}

export const troubleWords = (place: S3Place, why: string): string =>
  `The studio’s files in ${s3AddressOf(place)} at ${place.host} cannot be reached or written (${why}). Does the storage run, is PRINTROOM_S3_ENDPOINT right, and is this computer online?`

export const filesTrouble = (message: string, cause?: unknown): StudioError =>
  new StudioError('files', message, { cause })
