import { skillRunsADay, uploadsADay } from '../../domain/studio/day-limits.ts'
import { partitions as all } from '../../domain/studio/partition.ts'
import { shown } from '../../engine/key/key-words.ts'
import { countsByPhase, usedOfDay } from '../../engine/studio/counts.ts'
import { readWorkers } from '../../engine/studio/workers.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'

/** So long after its last word a worker is called silent: two renewals were missed. */
const silentMs = 5000

/** `studio status`: who works, and how much there is to do. */
export async function status(context: Context): Promise<ExitStatus> {
  const { output } = context
  const { database, studio } = await context.studio()
  const [workers, counts, used] = await Promise.all([
    readWorkers(database),
    countsByPhase(database),
    usedOfDay(database),
  ])
  output.line({
    event: 'studio',
    id: studio.id,
    name: studio.name,
    service: studio.service,
    files: studio.files,
    ...counts,
  })
  output.say(`${studio.name} at ${database.where}, service ${studio.service}, files in ${studio.files}`)
  for (const { session, name, partitions, reachesService, key, silentMs: since, troubles } of workers) {
    const isSilent = since === null || since > silentMs
    output.line({ event: 'worker', name, session, partitions, reachesService, key, silentMs: since, troubles })
    output.say(
      `  ${name}: ${partitions} of ${all} parts of the queue${isSilent ? ', silent' : ''}${reachesService ? '' : ', does not reach the service'}${key === null ? '' : `, key ${shown(key)}`}`,
    )
    // What one that is silent said is of then.
    if (!isSilent) for (const words of troubles) output.say(`    ${words}`)
  }
  if (workers.length === 0) output.say('  No worker runs: orders wait. Start one with “studio serve”.')
  const phases = Object.entries(counts.requests).map(([phase, count]) => `${count} ${phase}`)
  output.say(`  Requests: ${phases.length === 0 ? 'none yet' : phases.join(', ')}`)
  output.say(`  Orders and answers that no worker has taken yet: ${counts.inbox}`)
  output.line({ event: 'used', ...used, uploadsADay, skillRunsADay })
  const runs = used.runs.map(({ skill, count }) => `, ${skill} ${count} of ${skillRunsADay} runs`).join('')
  output.say(`  Of the service’s limits, in 24 hours from here: ${used.uploads} of ${uploadsADay} uploads${runs}`)
  return exitStatus.done
}
