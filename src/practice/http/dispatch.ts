import { findCaller, isRevoked } from '../accounts/callers.ts'
import { routes } from '../routes.ts'
import { settleDue } from '../state/settle.ts'
import { type HttpAnswer, HttpRefusal, jsonAnswer, refuseHttp, refuseSkill } from './answer.ts'
import { type Call, matchRoute } from './router.ts'

/** One request of the emulated service, from its path to its answer. Never throws. */
export async function dispatch(call: Omit<Call, 'params'>): Promise<HttpAnswer> {
  try {
    return await answer(call)
  } catch (error) {
    if (error instanceof HttpRefusal) {
      const isBare = error.body.code !== undefined && call.practice.faults.takeRefusal(call.method, call.path)
      return isBare ? error.codeInError() : error.answer()
    }
    // A body that never came whole is no mistake of practice's, and nobody is there to be told.
    if (call.request.complete) console.error(error)
    return jsonAnswer(500, { success: false, error: 'internal error' })
  }
}

async function answer(call: Omit<Call, 'params'>): Promise<HttpAnswer> {
  const match = matchRoute(routes, call.method, call.path)
  if (match === null) throw refuseHttp(404, 'no such endpoint')
  if (match === 'wrong-method') throw refuseHttp(405, `${call.method} is not for this endpoint`)
  const { route, params } = match
  settleDue(call.practice.db, call.practice.clock.now())
  if (route.access === 'public') return route.handle({ ...call, params })

  const { practice, request, path } = call
  const refuseWith = path.startsWith('/api/skills/') ? refuseSkill : refuseHttp
  const caller = findCaller(practice.db, request.headers.authorization, practice.clock.now())
  if (caller === null) {
    // §7.3: 401 or 403 for Skills; the document does not say which for what.
    const revoked = refuseWith === refuseSkill && isRevoked(practice.db, request.headers.authorization)
    throw revoked ? refuseSkill(403, 'the key is not active') : refuseWith(401, 'a valid bearer token is required')
  }
  // §5.5, §5.7
  if (route.access === 'session' && caller.tokenId !== null) throw refuseWith(401, 'only for a browser session')
  if (route.access === 'key' && caller.tokenId === null) throw refuseWith(403, 'an API key is required')
  return route.handle({ ...call, params, caller })
}

export function endpointName(method: string, path: string): string {
  const match = matchRoute(routes, method, path)
  return match === null || match === 'wrong-method' ? `${method} ?` : `${method} ${match.route.path}`
}
