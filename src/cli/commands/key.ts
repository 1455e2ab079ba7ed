import { text } from 'node:stream/consumers'
import { keepKey } from '../../engine/api/keep-key.ts'
import type { Engine } from '../../engine/engine.ts'
import { KeyFormError } from '../../engine/key/key-form.ts'
import type { KeyHolder } from '../../engine/key/key-holder.ts'
import { afterHandover, beforeClearing, beforeSetting } from '../../engine/key/key-words.ts'
import { practiceOrigin } from '../../engine/remote/address.ts'
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import type { Output } from '../output.ts'

export async function key({ args, output, engine }: Context): Promise<ExitStatus> {
  const act = args.words[1]
  const all = args.values.all === true
  if (act !== 'set' && act !== 'status' && act !== 'clear') throw new UsageError('key needs set, status or clear.')
  if (args.words.length > 2) throw new UsageError('The key is read from standard input, never from an argument.')
  if (all && act !== 'clear') throw new UsageError('--all goes with “key clear” only.')
  const opened = await engine()
  if (opened.origin === practiceOrigin && act !== 'status')
    throw new UsageError('Practice gives its own key; there is none to set.')
  await opened.key.load()
  if (act === 'set') await set(opened, output)
  if (act === 'clear') await clear(opened.key, output, all)
  const { where, fingerprint, words: message, checked, open, others } = opened.status().key
  output.line({ event: 'key', service: opened.origin, where, fingerprint, words: message, checked, open, others })
  output.say(message)
  if (act === 'status') {
    if (open > 0) output.say(`Open requests of this key: ${open}.`)
    for (const other of others) output.say(other.words)
  }
  // A key that lives for this process only is of no use to the next command.
  if (act === 'set' && where === 'session') output.say('For the terminal, give the key by PRINTROOM_API_KEY instead.')
  return act === 'set' && where === 'session' ? exitStatus.failed : exitStatus.done
}

/** What is open under the key that goes is said before the new one is read, and what became of it after. */
async function set(engine: Engine, output: Output): Promise<void> {
  const { openNow } = engine.key
  if (openNow) output.say(beforeSetting(openNow.fingerprint, openNow))
  try {
    for (const handover of await keepKey(engine, await text(process.stdin))) output.say(afterHandover(handover))
  } catch (error) {
    if (error instanceof KeyFormError) throw new UsageError(error.message)
    throw error
  }
}

async function clear(holder: KeyHolder, output: Output, all: boolean): Promise<void> {
  const { openNow } = holder
  if (openNow) output.say(beforeClearing(openNow.fingerprint, openNow, all))
  for (const handover of await holder.clear(all)) output.say(afterHandover(handover))
  if (all)
    output.say(
      'Every key of this service is gone from the keychain. A window that is open notices it at its next order, and forgets the old ones when it is closed.',
    )
}
