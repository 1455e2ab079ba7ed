import type { ServerResponse } from 'node:http'
import type { Fault } from '../control/faults.ts'
import { type Answer, json } from './answer.ts'
import { send, sendCut } from './send.ts'

/** Sends what the fault makes of an answer. `work` is the effect; faults decide whether it happens at all. */
export async function sendWithFault(
  response: ServerResponse,
  fault: Fault | null,
  work: () => Promise<Answer>,
  headOnly: boolean,
): Promise<void> {
  switch (fault?.fault) {
    case 'lost-before':
      response.socket?.destroy()
      return
    case 'status':
      return send(response, statusAnswer(fault), headOnly)
    case 'media-gone':
      return send(response, json(410, { error: 'the file is gone' }), headOnly)
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs ?? 2000))
      return send(response, await work(), headOnly)
  }
  const answer = await work()
  switch (fault?.fault) {
    case 'lost-after':
      response.socket?.destroy()
      return
    case 'status-after':
      return send(response, statusAnswer(fault), headOnly)
    case 'cut':
      return sendCut(response, answer)
    case 'wrong-type':
      return send(response, htmlAnswer(answer.status), headOnly)
    default:
      return send(response, answer, headOnly)
  }
}

function statusAnswer(fault: Fault): Answer {
  const code = fault.code === undefined ? {} : { code: fault.code }
  const body = fault.body ?? { success: false, error: 'a fault that practice was told to make', ...code }
  return json(fault.status ?? 503, body, fault.headers)
}

function htmlAnswer(status: number): Answer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from('<!doctype html><title>Gateway</title><p>Something stands between you and the service.'),
  }
}
