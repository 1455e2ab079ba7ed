import { userInfo } from 'node:os'
import type { Database } from '../../engine/studio/database.ts'
import { type Person, personNamed, type Role } from '../../engine/studio/people.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'

/** Who acts: as the command line says, else the environment, else the account of this computer. */
export function nameOfPerson({ args }: Context): string {
  const name = (args.values.person ?? process.env.PRINTROOM_PERSON ?? userInfo().username).trim()
  if (name === '' || name.length > 100 || /\p{Cc}/u.test(name))
    throw new UsageError('--person takes the name of somebody of the studio, of 1 to 100 characters in one line.')
  return name
}

/**
 * The person who acts. Their rights are looked at; that it is they is the word of whoever has the database's address.
 * @param roles who may do it
 * @throws RefusedError
 */
export async function whoActs(context: Context, database: Database, roles: readonly Role[]): Promise<Person> {
  const name = nameOfPerson(context)
  const person = await personNamed(database, name)
  if (person === null)
    throw new RefusedError(
      `Nobody in this studio is named ${name}. Say who you are with --person NAME, or have an administrator let you in with “studio people set ${name} --role designer”. Nothing was ordered or changed.`,
    )
  if (person.isDisabled)
    throw new RefusedError(`${name} may not act in this studio any more. Ask a lead. Nothing was ordered or changed.`)
  if (!roles.includes(person.role))
    throw new RefusedError(
      `${name} is a ${person.role} here, and only ${roles.join(' and ')} may do that. Nothing was changed.`,
    )
  return person
}
