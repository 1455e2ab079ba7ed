import type { ServerResponse } from 'node:http'
import type { Practice } from '../context.ts'
import { type HttpAnswer, HttpRefusal, jsonAnswer, refuseHttp } from '../http/answer.ts'
import { parseObject, readBody } from '../http/body.ts'
import type { Call } from '../http/router.ts'
import { ledgerOf } from '../ledger.ts'
import type { Fault } from './faults.ts'
import type { Holders } from './holders.ts'
import { paidPosts } from './paid-posts.ts'
import { isProof, proofOf } from './proof.ts'
import { type Changes, changeState, type EndpointCounts } from './state.ts'

export interface ControlRoom {
  practice: Practice
  holders: Holders
  counts: EndpointCounts
  port: number
  /** New with each start. */
  token: string
}

const bodyLimitBytes = 1024 * 1024

/**
 * What tests and `practice ledger` ask, below an address with a random token. A web page must not reach it: the Host
 * must be ours (against rebinding) and there must be no Origin.
 */
export async function control(room: ControlRoom, call: Omit<Call, 'params'>): Promise<HttpAnswer> {
  refuseStrangers(room, call)
  const { practice } = room
  switch (`${call.method} ${call.path}`) {
    case 'GET /ledger':
      return jsonAnswer(200, ledgerOf(practice.db, practice.clock.now()))
    case 'GET /state':
      return jsonAnswer(200, {
        pid: process.pid,
        now: new Date(practice.clock.now()).toISOString(),
        holders: room.holders.count,
        endpoints: room.counts.list(),
        posts: paidPosts(practice),
        accounts: practice.db.prepare('SELECT id, name, purchased, daily, welcome, unlimited FROM accounts').all(),
      })
    case 'POST /state':
      changeState(practice, (await bodyOf(call)) as Changes)
      return jsonAnswer(200, { success: true })
    case 'GET /faults':
      return jsonAnswer(200, { faults: practice.faults.list() })
    case 'POST /faults':
      setFaults(practice, await bodyOf(call))
      return jsonAnswer(200, { faults: practice.faults.list() })
    default:
      throw refuseHttp(404, 'no such control')
  }
}

/**
 * `GET /hold` keeps the process alive while it stands (holders.ts), and `HEAD /hold` only asks who is there. Below no token:
 * whoever asks does not know yet whether this is practice, so both show that they know it (proof.ts). Null means that the
 * answer was already begun.
 */
export function hold(room: ControlRoom, call: Omit<Call, 'params'>, response: ServerResponse): HttpAnswer | null {
  refuseStrangers(room, call)
  const nonce = call.request.headers['x-practice-nonce']
  if (typeof nonce !== 'string' || nonce.length < 16) throw refuseHttp(404, 'no such control')
  const { token, port } = room
  if (!isProof(call.request.headers['x-practice-proof'], proofOf(token, 'asks', nonce, port)))
    throw refuseHttp(404, 'no such control')
  response.setHeader('x-practice-proof', proofOf(token, 'answers', nonce, port))
  if (call.method === 'HEAD') return jsonAnswer(200, {})
  if (call.method !== 'GET') throw refuseHttp(404, 'no such control')
  room.holders.add(response)
  return null
}

function refuseStrangers({ port }: ControlRoom, { request }: Omit<Call, 'params'>): void {
  const host = request.headers.host ?? ''
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) throw refuseHttp(421, 'wrong host')
  if (request.headers.origin !== undefined) throw refuseHttp(403, 'not for web pages')
}

async function bodyOf(call: Omit<Call, 'params'>) {
  const bytes = await readBody(call.request, bodyLimitBytes)
  if (bytes === 'too-large') throw refuseHttp(413, 'too large')
  return parseObject(bytes, call.request.headers['content-type'])
}

function setFaults(practice: Practice, body: Record<string, unknown>): void {
  if (!Array.isArray(body.faults)) throw refuseHttp(400, 'faults must be an array')
  try {
    practice.faults.set((body.faults as Fault[]).map((fault) => ({ ...fault, match: fault.match ?? {} })))
  } catch (error) {
    if (error instanceof RangeError) throw refuseHttp(400, error.message)
    throw error instanceof HttpRefusal ? error : refuseHttp(400, 'faults cannot be read')
  }
}
