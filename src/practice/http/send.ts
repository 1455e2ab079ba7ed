import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { HttpAnswer } from './answer.ts'

export async function send(response: ServerResponse, answer: HttpAnswer, headOnly: boolean): Promise<void> {
  const { body } = answer
  const sizeBytes = lengthOf(answer)
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(sizeBytes) })
  // Nobody listens any more: a file opened for them would be left without anybody to hear of its errors.
  if (response.destroyed) return
  if (headOnly || sizeBytes === 0) response.end()
  else if (Buffer.isBuffer(body)) response.end(body)
  else await pipeline(createReadStream(body.path, { start: body.start, end: body.end }), response)
}

/** Promises the whole and gives half, then the line goes dead. */
export async function sendCut(response: ServerResponse, answer: HttpAnswer): Promise<void> {
  await sendPart(response, answer, Math.floor(lengthOf(answer) / 2))
  response.socket?.destroySoon()
}

/** Promises the whole, gives so many bytes of the body, and resets the line. */
export async function sendReset(response: ServerResponse, answer: HttpAnswer, bytes: number): Promise<void> {
  await sendPart(response, answer, Math.min(bytes, lengthOf(answer)))
  // What was written must have left before the reset throws away what has not.
  await new Promise((resolve) => setTimeout(resolve, 20))
  response.socket?.resetAndDestroy()
}

/** Announces the right type and then gives zeros without end in sight. */
export async function pour(response: ServerResponse, answer: HttpAnswer, sizeBytes: number, lengthless: boolean) {
  const length = lengthless ? {} : { 'content-length': String(sizeBytes) }
  response.writeHead(answer.status, { 'content-type': answer.headers['content-type'] ?? 'image/png', ...length })
  await pipeline(zeros(sizeBytes), response)
}

function* zeros(sizeBytes: number) {
  const chunk = Buffer.alloc(256 * 1024)
  for (let left = sizeBytes; left > 0; left -= chunk.length) yield left < chunk.length ? chunk.subarray(0, left) : chunk
}

function lengthOf({ body }: HttpAnswer): number {
  return Buffer.isBuffer(body) ? body.length : body.end - body.start + 1
}

async function sendPart(response: ServerResponse, answer: HttpAnswer, bytes: number): Promise<void> {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(lengthOf(answer)) })
  response.flushHeaders()
  if (bytes === 0) return
  const { body } = answer
  if (Buffer.isBuffer(body)) {
    await new Promise<void>((resolve) => response.write(body.subarray(0, bytes), () => resolve()))
    return
  }
  const { path, start } = body
  for await (const chunk of createReadStream(path, { start, end: start + bytes - 1 })) response.write(chunk)
}
