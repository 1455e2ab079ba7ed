import { failureOf } from '../../engine/platform/failure-of.ts'
import { UnknownCommitError } from '../../engine/studio/studio-error.ts'
import type { Output } from '../output.ts'

/** What was told of commands before they were sent. */
export interface Sending {
  ids: readonly string[]
  person: string
  what: 'order' | 'answers' | 'import'
}

/** Before the first byte of it: whatever happens to this program from here on, its number is known. */
export function tellSending(output: Output, { ids, person, what }: Sending): void {
  for (const command of ids) output.line({ event: 'sending', command, person })
  const [first = ''] = ids
  if (what === 'import') {
    output.say(
      `Importing as command ${first}. From here on what arrives the studio goes on with, and it may be charged as agreed. Where this is broken off, import again: it goes on where it was, and nothing is paid twice.`,
    )
    return
  }
  const [which, number] =
    what === 'order'
      ? [`the order as command ${first}`, first]
      : ids.length === 1
        ? [`the answer as command ${first}`, first]
        : [`${ids.length} answers as commands ${ids.join(', ')}`, 'NUMBER']
  output.say(
    `Sending ${which}. From here on it may stand in the studio, and be charged as agreed. ${askedHow(what, number)}`,
  )
}

/**
 * The database, or whoever waited for it, has gone away after the first byte.
 * @param isTaken it stands: a worker has said so before
 */
export function tellUnknown(output: Output, error: unknown, sending: Sending, isTaken = false): void {
  const { ids, person, what } = sending
  for (const command of ids) output.line({ event: 'unknown', command, person, isTaken, error: troubleInWords(error) })
  const [first = ''] = ids
  const as = ids.length === 1 ? `command ${first}` : `commands ${ids.join(', ')}`
  const asked = ids.length === 1 ? first : 'NUMBER'
  output.say(`${troubleInWords(error)} ${standsAs(what, as, isTaken)} ${askedHow(what, asked)}`)
}

function standsAs(what: Sending['what'], as: string, isTaken: boolean): string {
  if (what === 'import')
    return `The import may stand in the studio as ${as}, as far as it came: what has arrived the studio goes on with, and it may be charged as agreed.`
  const it = what === 'order' ? 'The order' : 'What was answered'
  return isTaken
    ? `${it} stands in the studio as ${as}: it goes on there, and may be charged as agreed.`
    : `${it} may stand in the studio as ${as}, and then it goes on there and may be charged as agreed.`
}

function askedHow(what: Sending['what'], number: string): string {
  if (what === 'import') return 'Import again: it goes on where it was, and nothing is paid twice.'
  const ends = what === 'order' ? 'orders nothing more' : 'is carried out once'
  return `The same command with --command ${number} tells what became of it, and ${ends}.`
}

export const troubleInWords = (error: unknown): string =>
  error instanceof UnknownCommitError ? error.message : failureOf(error).message
