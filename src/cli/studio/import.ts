import { mustBeOf } from '../../engine/studio/file-store.ts'
import { importHome } from '../../engine/studio/import-home.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { whoActs } from './who.ts'

/** `studio import`: what has ended in a home of one computer becomes part of the studio, under the name of who imports it. */
export async function importCommand(context: Context): Promise<ExitStatus> {
  const { output } = context
  const { database, studio, files } = await context.studio()
  const person = await whoActs(context, database, ['designer', 'lead', 'admin'])
  await mustBeOf(files, studio.id)
  const engine = await context.engineOf(studio.service, {})
  const imported = await importHome({ database, files }, engine, person)
  const { requests, results, known, open, missing } = imported
  output.line({ event: 'imported', ...imported })
  output.say(
    `${requests} ${requests === 1 ? 'request' : 'requests'} with ${results} ${results === 1 ? 'result' : 'results'} came in, as ${person.name}’s; ${known} were there before.`,
  )
  if (open > 0)
    output.say(
      `${open} ${open === 1 ? 'has' : 'have'} not ended and ${open === 1 ? 'stays' : 'stay'} with this home, which goes on with ${open === 1 ? 'it' : 'them'}. Import again when ${open === 1 ? 'it has' : 'they have'}.`,
    )
  for (const id of missing)
    output.say(
      `${id.slice(0, 8)} was left: a result of it is not in this home’s library as it came. Nothing of it was changed.`,
    )
  return missing.length === 0 ? exitStatus.done : exitStatus.failed
}
