import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '../control/faults.ts'
import { type HttpAnswer, jsonAnswer } from './answer.ts'
import { largePng } from './large-png.ts'
import { pour, send, sendCut, sendReset } from './send.ts'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  headOnly: boolean
}

/** Sends what the fault makes of an answer. `work` is the effect; faults decide whether it happens at all. */
export async function sendWithFault(
  exchange: Exchange,
  fault: Fault | null,
  work: () => Promise<HttpAnswer>,
): Promise<void> {
  if (fault === null) return send(exchange.response, await work(), exchange.headOnly)
  if (await withoutEffect(exchange, fault)) return
  await changed(exchange, fault, await work())
}

/** The faults that come before any work. True: the exchange is over. */
async function withoutEffect({ request, response, headOnly }: Exchange, fault: Fault): Promise<boolean> {
  switch (fault.fault) {
    case 'lost-before':
      response.socket?.destroy()
      return true
    case 'stall':
      await neverAnswer(request, response)
      return true
    case 'reset-request':
      await readUpTo(request, fault.at ?? 0)
      response.socket?.resetAndDestroy()
      return true
    case 'status':
      await send(response, statusAnswer(fault), headOnly)
      return true
    case 'rate-limit':
      await send(response, rateAnswer(fault), headOnly)
      return true
    case 'media-gone':
      await send(response, jsonAnswer(410, { error: 'the file is gone' }), headOnly)
      return true
    case 'redirect': {
      const location = fault.to ?? `${request.url}?moved=1`
      await send(response, { status: fault.status ?? 302, headers: { location }, body: Buffer.alloc(0) }, headOnly)
      return true
    }
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs ?? 2000))
      return false
    default:
      return false
  }
}

/** The faults that change the answer to work that was done. */
async function changed({ request, response, headOnly }: Exchange, fault: Fault, answer: HttpAnswer): Promise<void> {
  switch (fault.fault) {
    case 'lost-after':
      response.socket?.destroy()
      return
    case 'stall-after':
      return neverAnswer(request, response)
    case 'reset-answer':
      return sendReset(response, answer, fault.at ?? 0)
    case 'status-after':
      return send(response, statusAnswer(fault), headOnly)
    case 'cut':
      return sendCut(response, answer)
    case 'wrong-type':
      return send(response, wrongType(answer, fault.contentType), headOnly)
    case 'large-picture':
      return send(response, largePicture(answer, fault.edge ?? 8192), headOnly)
    case 'huge-media':
      return pour(response, answer, fault.sizeBytes ?? 600 * 1024 * 1024, fault.lengthless === true)
    default:
      return send(response, answer, headOnly)
  }
}

/** The line stays open until the other side, or the end of practice, closes it. */
async function neverAnswer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.resume()
  if (response.destroyed) return
  await new Promise<void>((resolve) => response.once('close', resolve))
}

async function readUpTo(request: IncomingMessage, bytes: number): Promise<void> {
  let read = 0
  if (bytes <= 0) return
  for await (const chunk of request as AsyncIterable<Buffer>) {
    read += chunk.length
    if (read >= bytes) return
  }
}

function statusAnswer(fault: Fault): HttpAnswer {
  const status = fault.status ?? 503
  if (fault.raw !== undefined) {
    const type = fault.contentType ?? 'application/json; charset=utf-8'
    return { status, headers: { 'content-type': type, ...fault.headers }, body: Buffer.from(fault.raw) }
  }
  const code = fault.code === undefined ? {} : { code: fault.code }
  const body = fault.body ?? { success: false, error: 'a fault that practice was told to make', ...code }
  return jsonAnswer(status, body, fault.headers)
}

function rateAnswer({ retryAfter, retryAfterSeconds, code = 'rate_limited' }: Fault): HttpAnswer {
  const inBody = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  const inHead: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return jsonAnswer(429, { success: false, error: 'too many requests', code, ...inBody }, inHead)
}

/** In place of a file that is there: whole, right, and larger than anything that may be sent. */
const largePicture = (answer: HttpAnswer, edge: number): HttpAnswer =>
  answer.status === 200
    ? { status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'no-store' }, body: largePng(edge) }
    : answer

function wrongType(answer: HttpAnswer, contentType: string | undefined): HttpAnswer {
  if (contentType !== undefined) return { ...answer, headers: { ...answer.headers, 'content-type': contentType } }
  return {
    status: answer.status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from('<!doctype html><title>Gateway</title><p>Something stands between you and the service.'),
  }
}
