import { randomUUID } from 'node:crypto'
import { actAtOnce } from '../../engine/studio/commands.ts'
import { type Role, readPeople, revokePerson, roles, setPerson } from '../../engine/studio/people.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { whoActs } from './who.ts'

/** `studio people`: who is in it. `set NAME --role ROLE` lets somebody in, `revoke NAME` takes no new orders of them. */
export async function people(context: Context): Promise<ExitStatus> {
  const { args, output } = context
  const [, , act, name, stray] = args.words
  if (stray !== undefined) throw new UsageError(`studio people takes no “${stray}”.`)
  const { database } = await context.studio()
  if (act === 'set' || act === 'revoke') await change(context, act, name)
  else if (act !== undefined && (act !== 'list' || name !== undefined))
    throw new UsageError('studio people takes list, set NAME --role ROLE, or revoke NAME.')
  for (const person of await readPeople(database)) {
    output.line({ event: 'person', name: person.name, role: person.role, revoked: person.isDisabled })
    output.say(`  ${person.name}  ${person.role}${person.isDisabled ? ', revoked' : ''}`)
  }
  return exitStatus.done
}

async function change(context: Context, act: 'set' | 'revoke', name: string | undefined): Promise<void> {
  if (name === undefined || name.length > 100 || /\p{Cc}/u.test(name))
    throw new UsageError(`studio people ${act} needs a name of 1 to 100 characters in one line.`)
  const role = act === 'set' ? readRole(context.args.values.role) : null
  const { database } = await context.studio()
  const actor = await whoActs(context, database, ['admin'])
  if (act === 'revoke' && actor.name === name)
    throw new RefusedError('You cannot revoke yourself: nobody might be left to let people in. Nothing was changed.')
  const payload = JSON.stringify(role === null ? { name } : { name, role })
  let isKnown = true
  await actAtOnce(
    database,
    { id: randomUUID(), person: actor.id, kind: `people ${act}`, payload },
    async (transaction) => {
      if (role !== null) return setPerson(transaction, name, role)
      isKnown = await revokePerson(transaction, name)
    },
  )
  if (!isKnown) throw new RefusedError(`Nobody in this studio is named ${name}. Nothing was changed.`)
}

function readRole(text: string | undefined): Role {
  const role = roles.find((known) => known === text)
  if (role === undefined) throw new UsageError(`studio people set needs --role with one of ${roles.join(', ')}.`)
  return role
}
