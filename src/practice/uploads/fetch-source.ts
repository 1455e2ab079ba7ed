import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import type { FaultTable } from '../control/faults.ts'
import { type HttpRefusal, refuseSkill } from '../http/answer.ts'
import { isPublicIp, parseUrl } from '../http/public-address.ts'

const patienceMs = 20_000

/** §4.8 `sourceUrl`: public HTTPS, no credentials, no redirects, no private targets, reachable over public IPv4. */
export async function fetchSource(
  faults: FaultTable,
  path: string,
  address: string,
  limitBytes: number,
): Promise<Buffer> {
  const url = parseUrl(address)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw refuseSkill(400, 'sourceUrl must be a public HTTPS address without credentials')
  }
  const fault = faults.takeSource(path)
  if (fault !== null) throw refusalFor(fault.status ?? 503) ?? refuseSkill(503, 'the source server cannot be reached')
  const target = await lookup(url.hostname, { family: 4 }).catch(() => null)
  if (target === null) throw refuseSkill(422, 'the host of sourceUrl cannot be found over IPv4')
  if (!isPublicIp(target.address)) throw refuseSkill(400, 'sourceUrl must not lead to a private network')
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      // The checked number and no other: a second look-up could answer differently.
      { timeout: patienceMs, lookup: (_host, _options, done) => done(null, [{ address: target.address, family: 4 }]) },
      (response) => readAll(response, limitBytes).then(resolve, reject),
    )
    request.on('timeout', () => request.destroy(new Error('too slow')))
    request.on('error', () => reject(refuseSkill(503, 'the source server cannot be reached')))
  })
}

async function readAll(response: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const refusal = refusalFor(response.statusCode ?? 0)
  if (refusal !== null) {
    response.destroy()
    throw refusal
  }
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > limitBytes) throw refuseSkill(413, 'the source is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** §4.8: a source server's 429 or 5xx surfaces as 503. */
function refusalFor(status: number): HttpRefusal | null {
  if (status >= 200 && status < 300) return null
  if (status === 429 || status >= 500) return refuseSkill(503, `the source server answered ${status}`)
  if (status >= 300 && status < 400) return refuseSkill(400, 'sourceUrl must not redirect')
  return refuseSkill(422, `the source server answered ${status}`)
}
