import { hostname } from 'node:os'
import { join } from 'node:path'
import type { CommandOutcome } from '../../engine/studio/commands.ts'
import { Worker } from '../../engine/studio/worker.ts'
import { RefusedError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { requestLine } from '../output.ts'
import { onStop } from '../stop-signals.ts'
import { timeScaleFor } from '../time-scale.ts'

/** `studio serve`: one worker, until it is told to stop. */
export async function serve(context: Context): Promise<ExitStatus> {
  const { args, output } = context
  const { database, studio, files } = await context.studio()
  const name = args.values.name ?? hostname()
  const { data } = context.foldersOf(studio.service)
  const ended = Promise.withResolvers<ExitStatus>()
  const worker = await Worker.start({
    database,
    studio,
    files,
    name,
    folders: { sources: join(data, 'sources'), bodies: join(data, 'bodies') },
    timeScale: timeScaleFor(studio.service),
    openEngine: async (shared) => {
      const engine = await context.engineOf(studio.service, { shared })
      if (engine.store.readOnly) throw new RefusedError(engine.store.notices[0] ?? 'This home can only be read.')
      return engine
    },
    onOrder: ({ id, kind }, outcome) => {
      const what = outcome.is === 'done' ? { requests: outcome.requests } : { error: outcome.message }
      output.line({
        event: kind === 'order' ? 'order' : 'act',
        command: id,
        outcome: outcome.is,
        ...what,
        worker: name,
      })
      output.say(told(kind, outcome))
    },
    onPartitions: (partitions) => {
      output.line({ event: 'worker', name, studio: studio.name, partitions })
      output.say(`${name} holds ${partitions.length} of 16 parts of the queue.`)
    },
    onTrouble: (message, isOver) => {
      output.line({ event: 'trouble', worker: name, message, isOver })
      output.say(isOver ? `Over: ${message}` : message)
    },
  })
  const { engine } = worker
  engine.listen('requestChanged', (view) => {
    output.line({ ...requestLine(view), person: worker.personOf(view.id), worker: name })
    output.say(`${view.id.slice(0, 8)}  ${view.state.padEnd(14)} ${view.title}: ${view.now}`)
  })
  output.line({ event: 'ready', name, session: worker.session, studio: studio.name, service: studio.service })
  output.say(`${name} works for ${studio.name} with ${studio.service}.`)
  const stopping = onStop(() => ended.resolve(exitStatus.done))
  void engine.driver.stopped.then(() => ended.resolve(exitStatus.failed))
  const status = await ended.promise
  stopping.end()
  await worker.end()
  return status
}

function told(kind: string, outcome: CommandOutcome): string {
  const what = kind === 'order' ? 'an order' : kind === 'decide' ? 'a decision' : 'a cancellation'
  if (outcome.is === 'refused') return `Refused ${what}: ${outcome.message}`
  const count = outcome.requests.length
  return kind === 'order'
    ? `Took an order of ${count === 1 ? 'one request' : `${count} requests`}.`
    : `Carried out ${what}.`
}
