import { randomUUID } from 'node:crypto'
import type { RequestView } from '../../contract/views.ts'
import { bothOf } from '../../domain/quote/cap.ts'
import { choiceIds } from '../../domain/request/receipt.ts'
import { type ActPayload, actPayload } from '../../engine/studio/acts.ts'
import { commandOf, type StudioCommand } from '../../engine/studio/commands.ts'
import type { Person } from '../../engine/studio/people.ts'
import { findRequestIds, openRequestIds, type StudioRequest } from '../../engine/studio/read-requests.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import { aboveMost, choicesInWords, costOfChoice, notOffered } from '../choices.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { requestLine } from '../output.ts'
import { type Act, carryOutAll } from './carry-out-all.ts'
import { commandNumber } from './command-number.ts'
import { viewsInStudio } from './follow-in-studio.ts'
import { whoActs } from './who.ts'

const mostShown = 1000
/** In place of a number: all that budgets stopped. */
const stopped = 'stopped'

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
  const before = await givenBefore(context, { act, name, choice })
  if (before !== null) return carryOutAll(context, before.person, [before.command], { areSent: true })
  if (act === 'cancel' && name !== undefined) return cancelOne(context, name)
  if (act === 'decide' && name !== undefined && choice !== undefined) return decide(context, name, choice)
  throw new UsageError('With --studio, queue needs list, cancel ID or decide ID CHOICE.')
}

async function list(context: Context): Promise<ExitStatus> {
  const { output } = context
  const { database } = await context.studio()
  // Everybody sees all of it; who says who they are is told where nobody is named so.
  if (context.args.values.person !== undefined) await whoActs(context, database, ['designer', 'lead', 'admin'])
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
  if (name === stopped) return stoppedByBudgets(context)
  const ids = name.length < 4 ? [] : await findRequestIds(database, name.toLowerCase())
  const seen = await viewsInStudio(context, ids)
  const isOne = seen.length === 1 || new Set(seen.map(({ request }) => request.order)).size === 1
  if (seen.length === 0 || !(isOne && (seen.length === 1 || seen[0]?.request.order === name.toLowerCase())))
    throw new UsageError(`There is no request of this studio, or more than one, with the number ${name}.`)
  return seen
}

/**
 * All that budgets stopped, and whoever acts may answer: one act once they are raised. In the order in which they were ordered.
 * @throws UsageError where there is none
 */
async function stoppedByBudgets(context: Context): Promise<Seen[]> {
  const { database } = await context.studio()
  const person = await whoActs(context, database, ['designer', 'lead', 'admin'])
  const seen = (await viewsInStudio(context, await openRequestIds(database, mostShown))).filter(
    ({ view, request }) =>
      view.decision?.kind === 'cap' && (person.role !== 'designer' || request.person === person.name),
  )
  if (seen.length === 0) throw new UsageError('No budget has stopped a request that you may answer for.')
  return seen
}

async function cancelOne(context: Context, name: string): Promise<ExitStatus> {
  return actOn(context, await found(context, name), () => ({ kind: 'cancel' }))
}

/** One request, by its order's number all of an order that ask this, or all that budgets stopped. */
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
  return carryOutAll(context, person, commands, { areSent: false })
}

/**
 * What `--command` names, where it was sent before: it has one outcome, and is not made anew.
 * @param named the act of the command line, its request and its choice
 * @throws RefusedError
 */
async function givenBefore(context: Context, named: Named): Promise<{ person: Person; command: Act } | null> {
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
  const before: Act = { ...command, request }
  if (!(await isSameAct(context, before, named)))
    context.output.say(
      `This command was given before, and was “${actInWords(before)}”, not what is named now. What became of that one is told here, and nothing else was done. For another answer leave --command out.`,
    )
  return { person, command: before }
}

interface Named {
  act: string | undefined
  name: string | undefined
  choice: string | undefined
}

const choiceOf = ({ payload }: StudioCommand): string | undefined => {
  const { data } = actPayload.safeParse(JSON.parse(payload))
  return data?.kind === 'decide' ? data.choice : undefined
}

const actInWords = (command: Act): string =>
  ['queue', command.kind, command.request.slice(0, 8), choiceOf(command)].filter(Boolean).join(' ')

/** What is not named is no other. A number may be an order’s, too. */
async function isSameAct(context: Context, command: Act, { act, name, choice }: Named): Promise<boolean> {
  if (act !== command.kind || (choice !== undefined && choice !== choiceOf(command))) return false
  if (name === undefined) return true
  const { database } = await context.studio()
  return name.length >= 4 && (await findRequestIds(database, name.toLowerCase())).includes(command.request)
}
