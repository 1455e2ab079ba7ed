import { randomUUID } from 'node:crypto'
import type { Trial } from '../../support/studio/trial.ts'

/** At the pace of these trials. */
export const longerThanALeaseMs = 2500

/** Where the database has gone away nobody knows, and it is asked again. */
export const isDone = (trial: Trial, total: number): Promise<boolean> => trial.isDone(total).catch(() => false)

/**
 * A person at a terminal: what came to nothing, since the database went away, is given again under its number; what waits for
 * approval Mia approves.
 * @param words what is ordered
 * @returns false: the studio's budget refused it
 */
export async function orderUntilDone(
  trial: Trial,
  person: string,
  words: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const number = randomUUID()
  while (!signal.aborted) {
    const ran = await trial.orderAny(person, [...words, '--wait', '--command', number])
    if (ran.status === 0) return true
    if (/The studio’s budget is/.test(ran.stderr)) return false
    if (ran.status === 3)
      await trial.run(['--json', 'queue', 'decide', number, 'accept-price', '--studio', '--person', 'Mia', '--wait'])
    else if (!/does not answer|did not say whether/.test(ran.stderr)) throw new Error(`${person}: ${ran.stderr}`)
  }
  return false
}

/** What is wrong at the end: on the wire, in the service's ledger, in the studio's history and files. */
export async function wrongsOf(trial: Trial, total: number): Promise<string[]> {
  const wrongs = trial.log.wrongs()
  const charges = await trial.charges()
  if (charges.size !== total) wrongs.push(`${charges.size} of ${total} requests were charged`)
  for (const [id, count] of charges) if (count !== 1) wrongs.push(`${id} was charged ${count} times`)
  const checked = await trial.administer(['check'])
  if (checked.status !== 0) wrongs.push(checked.stderr)
  const slots = await trial.database.rows<{ request: string }>(
    'SELECT request FROM submit_slots WHERE request IS NOT NULL',
  )
  wrongs.push(...slots.map(({ request }) => `${request} still has a place for sending`))
  return wrongs
}
