export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer | FileSlice
}

/** Part of a file, both ends included. */
interface FileSlice {
  path: string
  start: number
  end: number
}

export function jsonAnswer(status: number, value: unknown, headers: Record<string, string> = {}): HttpAnswer {
  return {
    status,
    // §8: nothing is cached unless its endpoint says so; errors and POSTs never.
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: Buffer.from(JSON.stringify(value)),
  }
}

/** A request that the service refuses, with the documented status and body (§7). */
export class HttpRefusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>
  constructor(status: number, body: Record<string, unknown>, headers: Record<string, string> = {}) {
    super(String(body.error))
    this.status = status
    this.body = body
    this.headers = headers
  }

  answer(): HttpAnswer {
    const after = this.body.retryAfterSeconds
    return jsonAnswer(this.status, this.body, {
      ...(typeof after === 'number' ? { 'retry-after': String(after) } : {}),
      ...this.headers,
    })
  }

  /** Skills promise `error` alone (§7): the code word may stand there. */
  codeInError(): HttpAnswer {
    const { code, ...rest } = this.body
    return new HttpRefusal(this.status, { ...rest, error: code }, this.headers).answer()
  }
}

/** Ordinary endpoints: errors carry `success: false` (§7). */
export function refuseHttp(status: number, error: string, extra: Record<string, unknown> = {}): HttpRefusal {
  return new HttpRefusal(status, { success: false, error, ...extra })
}

/** Skills: errors carry `error` and usually `code` (§7.3). */
export function refuseSkill(status: number, error: string, extra: Record<string, unknown> = {}): HttpRefusal {
  return new HttpRefusal(status, { error, ...extra })
}

/** §7.2, §7.3: trouble that passes, with no code and the time to wait in the header alone. */
export function busy(refuseWith: typeof refuseHttp, retryAfter: number | string = 30): HttpRefusal {
  const { status, body } = refuseWith(503, 'the service is busy')
  return new HttpRefusal(status, body, { 'retry-after': String(retryAfter) })
}
