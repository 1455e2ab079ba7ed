import type { RequestView } from '../../contract/views.ts'
import { engineCalls } from '../../engine/api/calls.ts'
import { NotNowError } from '../../engine/platform/call-error.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import { choicesInWords } from '../choices.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { pausedWords } from '../follow.ts'
import { queueCap } from './queue-cap.ts'
import { queueDecide } from './queue-decide.ts'
import { queueRetry } from './queue-retry.ts'
import { findReceipt } from './receipts.ts'

/**
 * The queue of the window and the terminal: one and the same. Acts are recorded; but for what “retry” orders anew, with
 * its price accepted, and what “decide --wait” drives, nothing is sent by these commands.
 */
export async function queue(context: Context): Promise<ExitStatus> {
  const [, act, name, choice] = context.args.words
  if (context.args.values.studio === true)
    return (await import('../studio/queue-in-studio.ts')).queueInStudio(context, act, name, choice)
  switch (act) {
    case 'list':
      return list(context)
    case 'pause':
    case 'resume':
      return pause(context, act === 'pause')
    case 'cancel':
      if (name === undefined) throw new UsageError('queue cancel needs the number of a request.')
      return cancel(context, name)
    case 'decide':
      if (name === undefined || choice === undefined)
        throw new UsageError('queue decide needs the number of a request and a choice; “queue list” names the choices.')
      return queueDecide(context, name, choice)
    case 'front':
    case 'move':
      if (name === undefined) throw new UsageError(`queue ${act} needs the number of a request.`)
      return move(context, name, act === 'move' ? context.args.values.before : null)
    case 'retry':
      if (name === undefined) throw new UsageError('queue retry needs the number of a request.')
      return queueRetry(context, name)
    case 'cap':
      return queueCap(context)
    default:
      throw new UsageError(
        'queue needs list, pause, resume, cancel ID, decide ID CHOICE, front ID, move ID --before ID, retry ID or cap.',
      )
  }
}

/** What is under way first, then what waits, in the order in which it is sent. */
async function list({ output, engine }: Context): Promise<ExitStatus> {
  const opened = await engine()
  const views = opened.store.receipts.list({ open: true }).map((receipt) => opened.viewOf(receipt))
  const key = ({ place }: RequestView) => place ?? ''
  for (const view of views.reverse().sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))) {
    output.request(view)
    for (const message of choicesInWords(view)) output.say(message)
  }
  if (opened.driver.paused) output.say(pausedWords)
  return exitStatus.done
}

/** @param before the number it comes before; null: the front */
async function move(
  { output, engineToChange }: Context,
  name: string,
  before: string | null | undefined,
): Promise<ExitStatus> {
  if (before === undefined) throw new UsageError('queue move needs --before with the number of another request.')
  const opened = await engineToChange()
  await opened.key.load()
  const { id } = findReceipt(opened, name)
  const other = before === null ? null : findReceipt(opened, before).id
  if (other === id) throw new UsageError('queue move: a request cannot come before itself.')
  try {
    output.request(await engineCalls(opened)['queue.move']({ id, before: other }))
  } catch (error) {
    if (error instanceof NotNowError) throw new RefusedError(error.message)
    throw error
  }
  return exitStatus.done
}

async function pause({ output, engineToChange }: Context, paused: boolean): Promise<ExitStatus> {
  const opened = await engineToChange()
  opened.driver.pause(paused)
  output.line({ event: 'queue', paused })
  output.say(paused ? 'Paused: nothing new is sent. What is under way at the service goes on.' : 'Goes on.')
  return exitStatus.done
}

/** Before it was sent; what comes too late changes nothing, and goes on. */
async function cancel({ output, engineToChange }: Context, name: string): Promise<ExitStatus> {
  const opened = await engineToChange()
  await opened.key.load()
  const { id } = findReceipt(opened, name)
  try {
    const views = await engineCalls(opened)['requests.cancel']({ ids: [id] })
    for (const view of views) output.request(view)
    const stays = views.find((view) => view.state !== 'cancelled')
    if (stays && stays.state !== 'needs-decision')
      output.say(`${id.slice(0, 8)} cannot be taken out any more: ${stays.now}`)
    output.result(views)
    if (!stays) return exitStatus.done
    return stays.state === 'needs-decision' ? exitStatus.decision : exitStatus.failed
  } catch (error) {
    if (error instanceof NotNowError) throw new RefusedError(error.message)
    throw error
  }
}
