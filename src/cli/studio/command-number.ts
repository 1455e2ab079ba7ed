import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** As the command line says; null: it says none. @throws UsageError */
export function commandNumber({ args }: Context): string | null {
  const id = args.values.command?.toLowerCase() ?? null
  if (id !== null && !uuid.test(id))
    throw new UsageError('--command takes the number of a command, a UUID as “studio audit” shows it.')
  return id
}
