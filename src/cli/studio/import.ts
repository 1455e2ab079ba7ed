import { importHome } from '../../engine/studio/import-home.ts'
import { StudioError, UnknownCommitError } from '../../engine/studio/studio-error.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { tellSending, tellUnknown } from './sent-commands.ts'
import { whoActs } from './who.ts'

/** `studio import`: a home of one computer becomes part of the studio, under the name of who imports it. */
export async function importCommand(context: Context): Promise<ExitStatus> {
  const { output } = context
  const { database, studio, files } = await context.studio()
  const person = await whoActs(context, database, ['designer', 'lead', 'admin'])
  await files.mustBeThere()
  const engine = await context.engineOf(studio.service, {})
  await engine.key.load()
  let sent: string | null = null
  const onCommand = (id: string): void => {
    sent = id
    tellSending(output, { ids: [id], person: person.name, what: 'import' })
  }
  let imported: Awaited<ReturnType<typeof importHome>>
  try {
    imported = await importHome({ database, files, studio }, engine, person, { onCommand })
  } catch (error) {
    // Before its first byte nothing of it is there; files that are not to be had are told as they are, too.
    if (sent === null || !(error instanceof StudioError || error instanceof UnknownCommitError)) throw error
    tellUnknown(output, error, { ids: [sent], person: person.name, what: 'import' })
    return error instanceof StudioError && !error.retryable ? exitStatus.failed : exitStatus.running
  }
  const { requests, taken, results, known, left, missing, command } = imported
  output.line({ event: 'imported', ...imported })
  output.say(
    `${requests} ${requests === 1 ? 'request' : 'requests'} that had ended and ${taken.length} open came in with ${results} ${results === 1 ? 'result' : 'results'}, as ${person.name}’s; ${known} were there before.`,
  )
  if (taken.length > 0)
    output.say(
      `${studio.name} goes on with what is open, and this home does nothing more for it. What the service knows nothing of is asked about before it is sent: “queue list --studio”, then “queue decide ${command} send-again --studio”.`,
    )
  for (const { id, why } of left) output.say(`${id.slice(0, 8)} stays with this home, which goes on with it: ${why}`)
  for (const id of missing)
    output.say(
      `${id.slice(0, 8)} was left: a result of it is not in this home’s library as it came. Nothing of it was changed.`,
    )
  return missing.length + left.length === 0 ? exitStatus.done : exitStatus.failed
}
