import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import type { ExitStatus } from '../exit-status.ts'
import { audit } from '../studio/audit.ts'
import { budget } from '../studio/budget.ts'
import { check } from '../studio/check.ts'
import { importCommand } from '../studio/import.ts'
import { init, migrateCommand } from '../studio/init.ts'
import { people } from '../studio/people.ts'
import { serve } from '../studio/serve.ts'
import { status } from '../studio/status.ts'

const acts = new Map<string, (context: Context) => Promise<ExitStatus>>(
  Object.entries({ init, serve, migrate: migrateCommand, status, check, people, budget, audit, import: importCommand }),
)

/** One queue and one budget for several computers (docs/studio.md). */
export async function studio(context: Context): Promise<ExitStatus> {
  const word = context.args.words[1]
  const act = acts.get(word ?? '')
  if (!act) throw new UsageError(`studio needs one of ${[...acts.keys()].join(', ')}.`)
  return act(context)
}
