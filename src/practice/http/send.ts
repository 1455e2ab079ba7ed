import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Answer } from './answer.ts'

export async function send(response: ServerResponse, answer: Answer, headOnly: boolean): Promise<void> {
  const { body } = answer
  const sizeBytes = Buffer.isBuffer(body) ? body.length : body.end - body.start + 1
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(sizeBytes) })
  if (headOnly || sizeBytes === 0) response.end()
  else if (Buffer.isBuffer(body)) response.end(body)
  else await pipeline(createReadStream(body.path, { start: body.start, end: body.end }), response)
}

/** Promises the whole and gives half, then the line goes dead. */
export async function sendCut(response: ServerResponse, answer: Answer): Promise<void> {
  const whole = Buffer.isBuffer(answer.body) ? answer.body.length : answer.body.end - answer.body.start + 1
  const half = Math.floor(whole / 2)
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(whole) })
  if (Buffer.isBuffer(answer.body)) {
    const bytes = answer.body.subarray(0, half)
    await new Promise<void>((resolve) => response.write(bytes, () => resolve()))
  } else if (half > 0) {
    const { path, start } = answer.body
    for await (const chunk of createReadStream(path, { start, end: start + half - 1 })) response.write(chunk)
  }
  response.socket?.destroySoon()
}
