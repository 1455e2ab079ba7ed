import { checkHistory } from '../../engine/studio/check-history.ts'
import { mustBeOf } from '../../engine/studio/file-store.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'

/** `studio check`: reads the whole history and every result, and says what is not as it must be. Of the studio it changes nothing. */
export async function check(context: Context): Promise<ExitStatus> {
  const { output } = context
  const { database, studio, files } = await context.studio()
  await mustBeOf(files, studio.id)
  // Where nothing can be written, results that come home would be owed.
  await files.probe()
  const { wrongs, requests, results } = await checkHistory(database, files)
  for (const words of wrongs) {
    output.line({ event: 'wrong', message: words })
    output.say(words)
  }
  output.line({ event: 'checked', requests, results, wrongs: wrongs.length })
  output.say(
    `${requests} requests and ${results} results were read: ${wrongs.length === 0 ? 'all is as it must be.' : `${wrongs.length} things are not as they must be.`}`,
  )
  return wrongs.length === 0 ? exitStatus.done : exitStatus.failed
}
