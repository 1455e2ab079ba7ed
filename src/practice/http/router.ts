import type { IncomingMessage } from 'node:http'
import type { Caller } from '../accounts/callers.ts'
import type { Practice } from '../context.ts'
import type { HttpAnswer } from './answer.ts'

/** One request on its way through the service. */
export interface Call {
  practice: Practice
  request: IncomingMessage
  method: string
  path: string
  query: URLSearchParams
  params: Record<string, string>
}

/** A call whose bearer token was checked. */
export interface KnownCall extends Call {
  caller: Caller
}

interface RouteShape {
  method: string
  /** `/api/images/{id}` */
  path: string
}

/** Who may call: anybody, a key or a session (§5.4), an API key only (§5.7), a browser session only (§5.5). */
export type Route =
  | (RouteShape & { access: 'public'; handle: (call: Call) => HttpAnswer | Promise<HttpAnswer> })
  | (RouteShape & {
      access: 'bearer' | 'key' | 'session'
      handle: (call: KnownCall) => HttpAnswer | Promise<HttpAnswer>
    })

interface Match {
  route: Route
  params: Record<string, string>
}

export function matchRoute(routes: Route[], method: string, path: string): Match | 'wrong-method' | null {
  let known = false
  for (const route of routes) {
    const params = matchPath(route.path, path)
    if (params === null) continue
    if (route.method === method || (route.method === 'GET' && method === 'HEAD')) return { route, params }
    known = true
  }
  return known ? 'wrong-method' : null
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [i, part] of wanted.entries()) {
    const value = given[i] ?? ''
    if (part.startsWith('{')) {
      if (value === '') return null
      params[part.slice(1, -1)] = value
    } else if (part !== value) return null
  }
  return params
}
