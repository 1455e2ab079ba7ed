import { checkHistory } from '../../engine/studio/check-history.ts'
import type { Database } from '../../engine/studio/database.ts'
import type { MarkedFiles } from '../../engine/studio/marked-files.ts'
import { askToMend } from '../../engine/studio/mend.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { takenWithinMs } from './waiting.ts'
import { whoActs } from './who.ts'

/** How often it is looked what the workers have put back. */
const lookMs = 500

/**
 * `studio check`: reads the whole history and every result, and says what is not as it must be. Of the studio it changes nothing, but
 * with --mend: then results that are missing are asked of the workers, and what one of them has at home it puts back.
 */
export async function check(context: Context): Promise<ExitStatus> {
  const { args, output } = context
  const { database, files } = await context.studio()
  const isMending = args.values.mend === true
  const person = isMending ? await whoActs(context, database, ['admin']) : null
  await files.mustBeThere()
  // Where nothing can be written, results that come home would be owed.
  await files.probe()
  const { wrongs, requests, results, lost } = await checkHistory(database, files)
  for (const words of wrongs) {
    output.line({ event: 'wrong', message: words })
    output.say(words)
  }
  output.line({ event: 'checked', requests, results, wrongs: wrongs.length })
  output.say(
    `${requests} requests and ${results} results were read: ${wrongs.length === 0 ? 'all is as it must be.' : `${wrongs.length} things are not as they must be.`}`,
  )
  if (person === null) {
    if (lost.length > 0)
      output.say(
        `What is missing may lie in the homes of workers: “studio check --mend” asks them to put back what they have.`,
      )
    return wrongs.length === 0 ? exitStatus.done : exitStatus.failed
  }
  const left = await mend(database, files, person.id, lost)
  output.line({ event: 'mended', files: new Set(lost).size - left.length, left })
  output.say(mendedWords(new Set(lost).size, left))
  return left.length === 0 && wrongs.length === lost.length ? exitStatus.done : exitStatus.failed
}

/** @returns what no worker has put back, while any still came */
async function mend(
  database: Database,
  files: MarkedFiles,
  person: string,
  lost: readonly string[],
): Promise<string[]> {
  await askToMend(database, person, lost)
  let left = [...new Set(lost)]
  let untilMs = performance.now() + takenWithinMs
  while (left.length > 0 && performance.now() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, lookMs))
    const missing: string[] = []
    for (const sha256 of left) if (!(await files.has(sha256))) missing.push(sha256)
    if (missing.length < left.length) untilMs = performance.now() + takenWithinMs
    left = missing
  }
  // What several have put back together none of them may have seen whole.
  if (left.length === 0) await askToMend(database, person, [])
  return left
}

function mendedWords(all: number, left: readonly string[]): string {
  if (all === 0) return 'No result is missing: there was nothing to put back.'
  const back = `${all - left.length} of ${all} files that were missing are back.`
  if (left.length === 0) return back
  return `${back} No worker that runs now has put back the others (${left.map((sha256) => sha256.slice(0, 8)).join(', ')}): one that has them in its home does it once it runs. Else take them from a backup.`
}
