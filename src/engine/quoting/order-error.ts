import { CallError } from '../platform/call-error.ts'

/** The user's order cannot be taken; the message says why and that nothing was sent. */
export class OrderError extends CallError {
  override name = 'OrderError'
  constructor(
    code:
      | 'unknown-quote'
      | 'price-differs'
      | 'problems'
      | 'no-price'
      | 'no-key'
      | 'no-list'
      | 'cap'
      | 'disk'
      | 'doubt'
      | 'read-only'
      | 'watch'
      | 'budget'
      | 'agent-key',
    message: string,
  ) {
    super(code, message, code === 'no-list' || code === 'disk')
  }
}

const short = (id: string): string => id.slice(0, 8)

export const orderedAlready = (id: string, other: string): string =>
  `${short(id)} was ordered anew already, as ${short(other)}. It was not ordered a second time.`
