import { userInfo } from 'node:os'
import { noNameWords, readPersonName } from '../../domain/studio/person-name.ts'
import type { Database } from '../../engine/studio/database.ts'
import { type Person, personNamed, type Role } from '../../engine/studio/people.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'

/** Who acts: as the command line says, else the environment, else the account of this computer. */
const saidName = ({ args }: Context): string =>
  args.values.person ?? process.env.PRINTROOM_PERSON ?? userInfo().username

/** The same, for somebody who is new. @throws UsageError for what is no name */
export function nameOfPerson(context: Context): string {
  const name = readPersonName(saidName(context))
  if (name === null) throw new UsageError(`--person takes the name of somebody of the studio. ${noNameWords}`)
  return name
}

/**
 * The person who acts. Their rights are looked at; that it is they is the word of whoever has the database's address.
 * @param roles who may do it
 * @throws RefusedError
 */
export async function whoActs(context: Context, database: Database, roles: readonly Role[]): Promise<Person> {
  const person = await personNamed(database, saidName(context))
  const name = person?.name ?? nameOfPerson(context)
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
