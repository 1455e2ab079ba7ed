import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Keys {
  accessKeyId: string
  secretAccessKey: string
}

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

/** RFC 3986, each part of a path by itself, as S3 writes paths: once. */
const encoded = (text: string): string =>
  encodeURIComponent(decodeURIComponent(text)).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * Signature Version 4 from its description, with node:crypto alone: nothing of the client's.
 * @returns S3's code of what is wrong; null: it is signed by these keys, with this body, for this region, now
 */
export function wrongSignature(
  request: IncomingMessage,
  body: Buffer,
  { keys, region, nowMs }: { keys: Keys; region: string; nowMs: number },
): string | null {
  const { headers } = request
  const parts = form.exec(headers.authorization ?? '')
  if (parts === null) return 'AccessDenied'
  const [, keyId = '', day = '', ofRegion = '', names = '', signature = ''] = parts
  if (keyId !== keys.accessKeyId) return 'InvalidAccessKeyId'
  if (ofRegion !== region) return 'AuthorizationHeaderMalformed'
  const stamp = String(headers['x-amz-date'])
  const at = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!stamp.startsWith(day) || !(Math.abs(at - nowMs) <= 15 * 60_000)) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  // What changes the meaning of a request must not be added on its way.
  const must = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-') || name.startsWith('if-'))]
  if (must.some((name) => !signed.includes(name))) return 'AccessDenied'
  const said = String(headers['x-amz-content-sha256'])
  const url = new URL(request.url ?? '', 'http://host')
  const canonical = [
    request.method,
    (request.url ?? '').split('?')[0]?.split('/').map(encoded).join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    said,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Uint8Array>(hmac, `AWS4${keys.secretAccessKey}`)
  const right = hmac(key, ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n'))
  if (!timingSafeEqual(right, Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch'
  return said === sha256(body) ? null : 'XAmzContentSHA256Mismatch'
}
