import { translateCorners } from './corners.mjs'
import { schemes, toPage, translateMetaPolicies, translatePolicy } from './schemes.mjs'

const handlers = new Map()

export const protocol = {
  registerSchemesAsPrivileged(list) {
    for (const { scheme } of list) schemes.add(scheme)
  },
  handle(scheme, handler) {
    if (handlers.has(scheme)) throw new Error('Failed to register protocol: The scheme has been registered')
    handlers.set(scheme, handler)
    schemes.add(scheme)
  },
  unhandle(scheme) {
    if (!handlers.delete(scheme)) throw new Error('Failed to unhandle protocol: The scheme has not been registered')
  },
  isProtocolHandled: (scheme) => handlers.has(scheme),
}

/**
 * Asks the app's handler.
 * @param {Request} request with the address as main knows it
 * @returns {Promise<Response>}
 */
export async function askHandler(request) {
  const handler = handlers.get(new URL(request.url).protocol.slice(0, -1))
  if (!handler) return Response.error()
  return handler(request)
}

/** A handler's answer as the parameters of Fetch.fulfillRequest, its policies in Chromium's terms. */
export async function toFulfilment(response) {
  const responseHeaders = []
  for (const [name, value] of response.headers) {
    if (name === 'content-length') continue // the body below may be another
    if (name.startsWith('content-security-policy')) responseHeaders.push({ name, value: translatePolicy(value) })
    else responseHeaders.push({ name, value: name === 'access-control-allow-origin' ? toPage(value) : value })
  }
  let body = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  if (/^text\/html\b/i.test(type)) body = Buffer.from(translateMetaPolicies(body.toString()))
  if (/^text\/css\b/i.test(type)) body = Buffer.from(translateCorners(body.toString()))
  return { responseCode: response.status, responseHeaders, body: body.toString('base64') }
}
