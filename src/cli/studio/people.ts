import { randomUUID } from 'node:crypto'
import { mostCredits } from '../../contract/limits.ts'
import { creditsInWords } from '../../domain/request/money-words.ts'
import { noNameWords, readPersonName } from '../../domain/studio/person-name.ts'
import { actAtOnce } from '../../engine/studio/commands.ts'
import {
  countWaiting,
  personNamed,
  type Role,
  readPeople,
  revokePerson,
  roles,
  setPerson,
} from '../../engine/studio/people.ts'
import { ActRefusedError } from '../../engine/studio/refused.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { plainNumber } from '../numbers.ts'
import { whoActs } from './who.ts'

/**
 * `studio people`: who is in it. `set NAME --role ROLE` lets somebody in, with `--limit N` for N credits an order without a
 * lead's approval; `revoke NAME` takes no new orders of them.
 */
export async function people(context: Context): Promise<ExitStatus> {
  const { args, output } = context
  const [, , act, name, stray] = args.words
  if (stray !== undefined) throw new UsageError(`studio people takes no “${stray}”.`)
  const { database } = await context.studio()
  if (act === 'set' || act === 'revoke') {
    const changed = await change(context, act, name)
    if (act === 'revoke') await tellWaiting(context, changed)
  } else if (act !== undefined && (act !== 'list' || name !== undefined))
    throw new UsageError('studio people takes list, set NAME --role ROLE, or revoke NAME.')
  for (const person of await readPeople(database)) {
    const { name: who, role, limit, isDisabled } = person
    output.line({ event: 'person', name: who, role, limit, revoked: isDisabled })
    const most = limit === null ? '' : `, above ${creditsInWords(limit)} an order with approval`
    output.say(`  ${who}  ${role}${most}${isDisabled ? ', revoked' : ''}`)
  }
  return exitStatus.done
}

/** @returns whom it was about */
async function change(context: Context, act: 'set' | 'revoke', text: string | undefined): Promise<string> {
  if (text === undefined) throw new UsageError(`studio people ${act} needs a name. ${noNameWords}`)
  const role = act === 'set' ? readRole(context.args.values.role) : null
  const limit = act === 'set' ? readLimit(context.args.values.limit) : undefined
  const { database } = await context.studio()
  // Somebody who was let in under a name that none may have any more is meant by it all the same.
  const name = (await personNamed(database, text))?.name ?? readPersonName(text)
  if (name === null) throw new UsageError(`${noNameWords} Nothing was changed.`)
  const actor = await whoActs(context, database, ['admin'])
  if (act === 'revoke' && actor.name === name)
    throw new RefusedError('You cannot revoke yourself: nobody might be left to let people in. Nothing was changed.')
  const payload = JSON.stringify(role === null ? { name } : { name, role, limit })
  let isKnown = true
  await actAtOnce(
    database,
    { id: randomUUID(), person: actor.id, kind: `people ${act}`, payload },
    async (transaction) => {
      if (role !== null) return setPerson(transaction, name, role, limit)
      isKnown = await revokePerson(transaction, name)
    },
  ).catch((error: unknown) => {
    throw error instanceof ActRefusedError ? new RefusedError(`${error.message} Nothing was changed.`) : error
  })
  if (!isKnown) throw new RefusedError(`Nobody in this studio is named ${name}. Nothing was changed.`)
  return name
}

/** What becomes of what they have ordered. */
async function tellWaiting({ studio, output }: Context, name: string): Promise<void> {
  const { database } = await studio()
  const waiting = await countWaiting(database, name)
  output.line({ event: 'revoked', name, waiting })
  const held =
    waiting === 0
      ? `Nothing of ${name} waits to be sent.`
      : `${waiting === 1 ? 'One request' : `${waiting} requests`} of ${name} that nothing was sent for ${waiting === 1 ? 'is' : 'are'} held when the turn comes: “queue list --studio” shows ${waiting === 1 ? 'it' : 'them'}, and a lead or an administrator says what goes on.`
  output.say(`${held} What was sent comes home.`)
}

function readRole(text: string | undefined): Role {
  const role = roles.find((known) => known === text)
  if (role === undefined) throw new UsageError(`studio people set needs --role with one of ${roles.join(', ')}.`)
  return role
}

/** Undefined: it stays as it is. @throws UsageError */
function readLimit(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  const credits = text === 'none' ? null : plainNumber(text)
  if (text !== 'none' && (credits === null || credits > mostCredits))
    throw new UsageError('--limit takes a number of credits, such as 50, or none.')
  return credits
}
