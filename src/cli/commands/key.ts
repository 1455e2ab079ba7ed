import { text } from 'node:stream/consumers'
import { KeyFormError } from '../../engine/key/key-holder.ts'
import { practiceOrigin } from '../../engine/remote/address.ts'
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'

export async function key({ args, output, engine }: Context): Promise<ExitStatus> {
  const act = args.words[1]
  if (act !== 'set' && act !== 'status' && act !== 'clear') throw new UsageError('key needs set, status or clear.')
  if (args.words.length > 2) throw new UsageError('The key is read from standard input, never from an argument.')
  const opened = await engine()
  if (opened.origin === practiceOrigin && act !== 'status')
    throw new UsageError('Practice gives its own key; there is none to set.')
  await opened.key.load()
  if (act === 'set') {
    try {
      await opened.key.set(await text(process.stdin))
    } catch (error) {
      if (error instanceof KeyFormError) throw new UsageError(error.message)
      throw error
    }
  }
  if (act === 'clear') await opened.key.clear()
  const { where, fingerprint, words } = opened.status().key
  output.line({ event: 'key', service: opened.origin, where, fingerprint, words })
  output.say(words)
  // A key that lives for this process only is of no use to the next command.
  if (act === 'set' && where === 'session') output.say('For the terminal, give the key by PRINTROOM_API_KEY instead.')
  return act === 'set' && where === 'session' ? exitStatus.failed : exitStatus.done
}
