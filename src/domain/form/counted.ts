import type { Json } from '../json.ts'

type Schema = { [key: string]: Json }

/** More is read of it than of any schema that is meant: references in references double with each level. */
class SchemaBudgetError extends Error {
  override name = 'SchemaBudgetError'
}

/** A hundred times what a form of fifty fields takes, and some tenths of a second. */
const mostReads = 1_000_000
/** A long text costs what it is long: it is copied, compared or searched. */
const charactersARead = 16

/**
 * A schema that counts how often anything in it is read, whoever reads it, and ends the reading that goes on too long. Each
 * step of a validator reads the rules that it follows, so its time is bounded by this, however they refer to each other.
 */
export function counted(schema: Schema): Schema {
  let left = mostReads
  const proxies = new Map<object, object>()
  const seen = <T>(value: T): T => {
    left -= typeof value === 'string' ? 1 + value.length / charactersARead : 1
    if (left < 0) throw new SchemaBudgetError('the schema takes too many steps')
    return typeof value === 'object' && value !== null ? (wrapped(value) as T) : value
  }
  const wrapped = (target: object): object => {
    const known = proxies.get(target)
    if (known) return known
    const proxy: object = new Proxy(target, { get: (from, name) => seen(Reflect.get(from, name)) })
    proxies.set(target, proxy)
    proxies.set(proxy, proxy)
    return proxy
  }
  return wrapped(structuredClone(schema)) as Schema
}
