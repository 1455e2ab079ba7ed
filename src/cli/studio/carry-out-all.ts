import type { RequestView } from '../../contract/views.ts'
import { type CommandOutcome, outcomeOfCommand, type StudioCommand } from '../../engine/studio/commands.ts'
import type { Person } from '../../engine/studio/people.ts'
import { StudioError } from '../../engine/studio/studio-error.ts'
import { RefusedError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus, statusOf, statusOfRefusal } from '../exit-status.ts'
import type { Output } from '../output.ts'
import { followInStudio } from './follow-in-studio.ts'
import { tellUnknown } from './sent-commands.ts'
import { NotKnownError, Waiting } from './waiting.ts'

/** A command about one request. */
export type Act = StudioCommand & { request: string }

/**
 * Sends commands, waits for what becomes of them, and tells how their requests stand then.
 * @param areSent they stand in the studio already
 */
export async function carryOutAll(
  context: Context,
  person: Person,
  commands: readonly Act[],
  { areSent }: { areSent: boolean },
): Promise<ExitStatus> {
  const { output } = context
  const waiting = new Waiting(context)
  try {
    if (!areSent) await waiting.send(commands, { what: 'answers', person: person.name })
    return await toTheirEnd(context, person, commands, waiting)
  } catch (error) {
    if (error instanceof StudioError) throw new RefusedError(`${error.message} Nothing was changed.`)
    if (!(error instanceof NotKnownError)) throw error
    const left = commands.length - error.sent.length
    tellUnknown(output, error.cause, { ids: error.sent, person: person.name, what: 'answers' })
    if (left > 0) output.say(`${left === 1 ? 'One answer was' : `${left} answers were`} not sent.`)
    output.result([])
    return exitStatus.running
  } finally {
    waiting.end()
  }
}

/** Whatever the database does from here on, what was sent is told by its numbers. */
async function toTheirEnd(
  context: Context,
  { name }: Person,
  commands: readonly Act[],
  waiting: Waiting,
): Promise<ExitStatus> {
  const { output } = context
  const outcomes: (CommandOutcome | null)[] = []
  let views: RequestView[] = []
  try {
    const { database } = await context.studio()
    for (const { id } of commands) {
      const outcome = await outcomeOfCommand(database, id, waiting.within, waiting.ask)
      lineOf(output, id, name, outcome)
      outcomes.push(outcome)
    }
    for (const words of inWords(commands, outcomes)) output.say(words)
    const ids = commands.flatMap(({ request }, n) => {
      const outcome = outcomes[n]
      return outcome?.is === 'done' ? outcome.requests : [request]
    })
    const toTheEnd = areDone(outcomes) ? waiting.toTheEnd : AbortSignal.abort()
    const seen = (now: RequestView[]): void => {
      views = now
    }
    views = await followInStudio(context, ids, toTheEnd, { ask: waiting.ask, seen })
  } catch (error) {
    const ids = commands.map(({ id }) => id)
    const isTaken = outcomes.length === commands.length && areDone(outcomes)
    tellUnknown(output, error, { ids, person: name, what: 'answers' }, isTaken)
    output.result(views)
    return exitStatus.running
  }
  output.result(views)
  return statusAfter(outcomes, views)
}

const areDone = (outcomes: readonly (CommandOutcome | null)[]): boolean =>
  outcomes.every((outcome) => outcome?.is === 'done')

function statusAfter(outcomes: readonly (CommandOutcome | null)[], views: RequestView[]): ExitStatus {
  const refused = outcomes.filter((outcome) => outcome?.is === 'refused')
  const statuses = refused.map(({ code }) => statusOfRefusal(code))
  if (statuses.includes(exitStatus.decision)) return exitStatus.decision
  if (statuses.length > 0) return exitStatus.failed
  if (outcomes.some((outcome) => outcome === null)) return exitStatus.running
  return views.every(({ state }) => state === 'cancelled') ? exitStatus.done : statusOf(views)
}

function lineOf({ line }: Output, id: string, person: string, outcome: CommandOutcome | null): void {
  const said = outcome?.is === 'refused' ? { code: outcome.code, error: outcome.message } : {}
  line({ event: 'command', id, person, outcome: outcome?.is ?? null, ...said })
}

/** One sentence for all that have the same outcome. */
function inWords(commands: readonly Act[], outcomes: readonly (CommandOutcome | null)[]): string[] {
  const counts = new Map<string, number>()
  for (const [n, { id, request }] of commands.entries()) {
    const words = wordsOf(outcomes[n] ?? null, commands.length === 1 ? id : null)
    // Of several, what is said of each by its number is the same sentence.
    const same = commands.length === 1 ? words : words.replaceAll(request.slice(0, 8), 'it')
    counts.set(same, (counts.get(same) ?? 0) + 1)
  }
  return [...counts].map(([words, count]) => (count === 1 && counts.size === 1 ? words : `${count} ×: ${words}`))
}

function wordsOf(outcome: CommandOutcome | null, id: string | null): string {
  if (outcome === null)
    return 'No worker has carried it out yet; it stands in the studio’s inbox, where one may do so at any time. “queue list --studio” shows what became of it.'
  if (outcome.is === 'refused') return outcome.message
  return id === null ? 'Done.' : `Done, as command ${id}.`
}
