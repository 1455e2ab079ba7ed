import type { ServerResponse } from 'node:http'
import type { Practice } from '../context.ts'
import { type Answer, json, Refusal, refuse } from '../http/answer.ts'
import { parseObject, readBody } from '../http/body.ts'
import type { Call } from '../http/router.ts'
import { ledgerOf } from '../ledger.ts'
import type { Fault } from './faults.ts'
import type { Holders } from './holders.ts'
import { paidPosts } from './paid-posts.ts'
import { type Changes, changeState, type EndpointCounts } from './state.ts'

export interface ControlRoom {
  practice: Practice
  holders: Holders
  counts: EndpointCounts
  port: number
}

const bodyLimitBytes = 1024 * 1024

/**
 * What tests and `practice ledger` ask, below an address with a random token. A web page must not reach it: the Host
 * must be ours (against rebinding) and there must be no Origin. Null means that the answer was already begun.
 */
export async function control(
  room: ControlRoom,
  call: Omit<Call, 'params'>,
  response: ServerResponse,
): Promise<Answer | null> {
  const host = call.request.headers.host ?? ''
  if (host !== `127.0.0.1:${room.port}` && host !== `localhost:${room.port}`) throw refuse(421, 'wrong host')
  if (call.request.headers.origin !== undefined) throw refuse(403, 'not for web pages')
  const { practice } = room
  switch (`${call.method} ${call.path}`) {
    case 'GET /hold':
      room.holders.add(response)
      return null
    case 'GET /ledger':
      return json(200, ledgerOf(practice.db, practice.clock.now()))
    case 'GET /state':
      return json(200, {
        pid: process.pid,
        now: new Date(practice.clock.now()).toISOString(),
        holders: room.holders.count,
        endpoints: room.counts.list(),
        posts: paidPosts(practice),
        accounts: practice.db.prepare('SELECT id, name, purchased, daily, welcome, unlimited FROM accounts').all(),
      })
    case 'POST /state':
      changeState(practice, (await bodyOf(call)) as Changes)
      return json(200, { success: true })
    case 'GET /faults':
      return json(200, { faults: practice.faults.list() })
    case 'POST /faults':
      setFaults(practice, await bodyOf(call))
      return json(200, { faults: practice.faults.list() })
    default:
      throw refuse(404, 'no such control')
  }
}

async function bodyOf(call: Omit<Call, 'params'>) {
  const bytes = await readBody(call.request, bodyLimitBytes)
  if (bytes === 'too-large') throw refuse(413, 'too large')
  return parseObject(bytes, call.request.headers['content-type'])
}

function setFaults(practice: Practice, body: Record<string, unknown>): void {
  if (!Array.isArray(body.faults)) throw refuse(400, 'faults must be an array')
  try {
    practice.faults.set((body.faults as Fault[]).map((fault) => ({ ...fault, match: fault.match ?? {} })))
  } catch (error) {
    if (error instanceof RangeError) throw refuse(400, error.message)
    throw error instanceof Refusal ? error : refuse(400, 'faults cannot be read')
  }
}
