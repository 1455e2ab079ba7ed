// Loaded with --import: prints every HTTP exchange of undici on a file descriptor of its own, as it went over the line.
// Keys are blotted out, long texts cut. Used by the tour's recorded conversation; the product knows nothing of it.
import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'

const limit = 700
const exchanges = new WeakMap()
const say = (text) => writeSync(3, `${text}\n`)

const cut = (text) => (text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text)
const clean = (text) =>
  cut(
    text
      .replace(/svc_sk_[^\s"]+/g, 'svc_sk_…')
      .replace(
        /("(?:imageBase64|token)":")[^"]{40,}/g,
        (whole, name) => `${name}… ${whole.length - name.length} characters`,
      )
      .replace(/(data:image\/\w+;base64,)[A-Za-z0-9+/=]{40,}/g, '$1…'),
  )

const at = (request) => {
  const known = exchanges.get(request)
  if (known) return known
  const fresh = { sent: '', received: [], type: '' }
  exchanges.set(request, fresh)
  return fresh
}

subscribe('undici:request:bodyChunkSent', ({ request, chunk }) => {
  at(request).sent += Buffer.from(chunk).toString('utf8')
})
subscribe('undici:request:headers', ({ request, response }) => {
  const headers = response.headers.map((part) => part.toString())
  const typeAt = headers.findIndex((name) => name.toLowerCase() === 'content-type')
  Object.assign(at(request), { status: response.statusCode, type: headers[typeAt + 1] ?? '' })
})
subscribe('undici:request:bodyChunkReceived', ({ request, chunk }) => at(request).received.push(Buffer.from(chunk)))
subscribe('undici:request:trailers', ({ request }) => {
  const { sent, received, status, type } = at(request)
  const bearer = String(request.headers).toLowerCase().includes('authorization') ? '  (bearer)' : ''
  say(`→ ${request.method} ${request.path}${bearer}`)
  if (sent !== '') say(`  ${clean(sent)}`)
  const body = Buffer.concat(received)
  say(`← ${status} ${type.includes('json') ? clean(body.toString('utf8')) : `${type}, ${body.length} bytes`}\n`)
})
subscribe('undici:request:error', ({ request, error }) =>
  say(`→ ${request.method} ${request.path}\n← no answer: ${error.message}\n`),
)
