import { randomUUID } from 'node:crypto'
import type { RequestView } from '../../contract/views.ts'
import { bothOf } from '../../domain/quote/cap.ts'
import { choiceIds } from '../../domain/request/receipt.ts'
import type { ActPayload } from '../../engine/studio/acts.ts'
import {
  type CommandOutcome,
  commandOf,
  outcomeOfCommand,
  type StudioCommand,
  sendCommand,
} from '../../engine/studio/commands.ts'
import type { Person } from '../../engine/studio/people.ts'
import { findRequestIds, openRequestIds, type StudioRequest } from '../../engine/studio/read-requests.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import { aboveMost, choicesInWords, costOfChoice, notOffered } from '../choices.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus, statusOf } from '../exit-status.ts'
import { requestLine } from '../output.ts'
import { onStop } from '../stop-signals.ts'
import { followInStudio, viewsInStudio } from './follow-in-studio.ts'
import { commandNumber, takenWithinMs } from './spend-in-studio.ts'
import { whoActs } from './who.ts'

const mostShown = 1000

/** `queue list|cancel|decide --studio`: everybody's requests, and answers to what is asked of them. */
export async function queueInStudio(
  context: Context,
  act: string | undefined,
  name: string | undefined,
  choice: string | undefined,
): Promise<ExitStatus> {
  if (context.args.values.service !== undefined)
    throw new UsageError('--service does not go with --studio: a studio works with one service, and says which.')
  if (act === 'list') return list(context)
  const before = await givenBefore(context)
  if (before !== null) return carryOutAll(context, before.person, [before.command])
  if (act === 'cancel' && name !== undefined) return cancelOne(context, name)
  if (act === 'decide' && name !== undefined && choice !== undefined) return decide(context, name, choice)
  throw new UsageError('With --studio, queue needs list, cancel ID or decide ID CHOICE.')
}

async function list(context: Context): Promise<ExitStatus> {
  const { output } = context
  const { database } = await context.studio()
  const seen = await viewsInStudio(context, await openRequestIds(database, mostShown))
  for (const { view, request } of seen) {
    output.line({ ...requestLine(view), person: request.person, worker: request.worker })
    output.say(`${view.id.slice(0, 8)}  ${view.state.padEnd(14)} ${request.person}: ${view.title}: ${view.now}`)
    for (const words of choicesInWords(view, ' --studio')) output.say(words)
  }
  if (seen.length === mostShown) output.say(`There are more than these ${mostShown}.`)
  return exitStatus.done
}

type Seen = { view: RequestView; request: StudioRequest }

/** @throws UsageError where there is none, or another than the caller can mean */
async function found(context: Context, name: string): Promise<Seen[]> {
  const { database } = await context.studio()
  const ids = name.length < 4 ? [] : await findRequestIds(database, name.toLowerCase())
  const seen = await viewsInStudio(context, ids)
  const isOne = seen.length === 1 || new Set(seen.map(({ request }) => request.order)).size === 1
  if (seen.length === 0 || !(isOne && (seen.length === 1 || seen[0]?.request.order === name.toLowerCase())))
    throw new UsageError(`There is no request of this studio, or more than one, with the number ${name}.`)
  return seen
}

async function cancelOne(context: Context, name: string): Promise<ExitStatus> {
  return actOn(context, await found(context, name), () => ({ kind: 'cancel' }))
}

/** One request, or by its order's number all of an order that ask this. */
async function decide(context: Context, name: string, choice: string): Promise<ExitStatus> {
  const { output, args } = context
  const asking = (await found(context, name)).filter(({ view }) => view.decision !== null)
  const offered = asking.filter(({ view }) => view.decision?.choices.some(({ id }) => id === choice))
  if (offered.length === 0)
    throw new UsageError(
      notOffered(
        asking.flatMap(({ view }) => view.decision?.choices ?? []),
        choice,
      ),
    )
  const isOne = offered.length === 1
  const costs = offered.map(({ view }) => {
    const chosen = view.decision?.choices.find(({ id }) => id === choice)
    return chosen ? costOfChoice(chosen, isOne ? args.maxCredits : null) : null
  })
  const above = isOne
    ? costs[0]?.above
    : aboveMost(args.maxCredits, costs.map((cost) => cost?.credits ?? null).reduce(bothOf, 0))
  if (above) {
    output.say(`${above} Nothing was sent or decided.`)
    output.result(offered.map(({ view }) => view))
    return exitStatus.decision
  }
  return actOn(context, offered, ({ view }) => {
    const chosen = view.decision?.choices.find(({ id }) => id === choice)
    const known = choiceIds.find((id) => id === choice)
    if (!chosen || known === undefined) return null
    const isHeldTo = isOne && costOfChoice(chosen, null).isSpending
    const ceilingCredits = isHeldTo ? args.maxCredits : null
    return { kind: 'decide', choice: known, credits: chosen.credits, ceilingCredits }
  })
}

/** One command for each of them. */
async function actOn(
  context: Context,
  seen: readonly Seen[],
  payloadOf: (one: Seen) => ActPayload | null,
): Promise<ExitStatus> {
  const { database } = await context.studio()
  const person = await whoActs(context, database, ['designer', 'lead', 'admin'])
  const number = commandNumber(context)
  if (number !== null && seen.length > 1) throw new UsageError('--command is of one command, and this takes several.')
  const commands = seen.flatMap((one): Act[] => {
    const payload = payloadOf(one)
    const id = number ?? randomUUID()
    return payload === null
      ? []
      : [{ id, person: person.id, kind: payload.kind, payload: JSON.stringify(payload), request: one.view.id }]
  })
  return carryOutAll(context, person, commands)
}

type Act = StudioCommand & { request: string }

/** What `--command` names, where it was sent before: it has one outcome, and is not made anew. @throws RefusedError */
async function givenBefore(context: Context): Promise<{ person: Person; command: Act } | null> {
  const id = commandNumber(context)
  if (id === null) return null
  const { database } = await context.studio()
  const person = await whoActs(context, database, ['designer', 'lead', 'admin'])
  const command = await commandOf(database, id)
  if (command === null) return null
  const { request } = command
  if (!request || command.person !== person.id)
    throw new RefusedError(
      `The command ${id} is somebody else’s, or about no request. Nothing was changed. Leave --command out.`,
    )
  return { person, command: { ...command, request } }
}

/** Sends commands, waits for what becomes of them, and tells how their requests stand then. */
async function carryOutAll(context: Context, person: Person, commands: readonly Act[]): Promise<ExitStatus> {
  const { output, args } = context
  const { database } = await context.studio()
  const stopped = new AbortController()
  const stopping = onStop(() => stopped.abort())
  try {
    for (const command of commands) await sendCommand(database, command)
    const within = AbortSignal.any([stopped.signal, AbortSignal.timeout(takenWithinMs)])
    const outcomes: (CommandOutcome | null)[] = []
    for (const { id } of commands) {
      const outcome = await outcomeOfCommand(database, id, within)
      tellAct(context, id, person.name, outcome)
      outcomes.push(outcome)
    }
    const ids = commands.flatMap(({ request }, n) => {
      const outcome = outcomes[n]
      return outcome?.is === 'done' ? outcome.requests : [request]
    })
    const isWaiting = args.values.wait === true && outcomes.every((outcome) => outcome?.is === 'done')
    const views = await followInStudio(context, ids, isWaiting ? stopped.signal : AbortSignal.abort())
    output.result(views)
    return statusAfter(outcomes, views)
  } finally {
    stopping.end()
  }
}

function statusAfter(outcomes: readonly (CommandOutcome | null)[], views: RequestView[]): ExitStatus {
  const refused = outcomes.filter((outcome) => outcome?.is === 'refused')
  if (
    refused.some((outcome) => outcome?.is === 'refused' && (outcome.code === 'cap' || outcome.code === 'price-differs'))
  )
    return exitStatus.decision
  if (refused.length > 0) return exitStatus.failed
  if (outcomes.some((outcome) => outcome === null)) return exitStatus.running
  return views.every(({ state }) => state === 'cancelled') ? exitStatus.done : statusOf(views)
}

function tellAct({ output }: Context, id: string, person: string, outcome: CommandOutcome | null): void {
  const said = outcome?.is === 'refused' ? { code: outcome.code, error: outcome.message } : {}
  output.line({ event: 'command', id, person, outcome: outcome?.is ?? null, ...said })
  if (outcome === null)
    output.say(
      'No worker has carried it out yet; it stands in the studio’s inbox. “queue list --studio” shows what became of it.',
    )
  else if (outcome.is === 'refused') output.say(outcome.message)
  else output.say(`Done, as command ${id}.`)
}
