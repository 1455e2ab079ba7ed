import type { RequestView } from '../../contract/views.ts'
import { engineCalls } from '../../engine/api/calls.ts'
import { NotNowError } from '../../engine/platform/call-error.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import { costOfChoice, notOffered } from '../choices.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus, statusOf } from '../exit-status.ts'
import { follow } from '../follow.ts'
import { findReceipt } from './receipts.ts'

/**
 * Carries out one choice of a decision. Where that is a new order in place of the old one, both are told, and the status
 * is that of the new one: the old one has ended as it should.
 */
export async function queueDecide(context: Context, name: string, choice: string): Promise<ExitStatus> {
  const { output, args } = context
  const engine = await context.engineToChange()
  await engine.key.load()
  const receipt = findReceipt(engine, name)
  const { id } = receipt
  const before = engine.viewOf(receipt)
  const offered = before.decision?.choices ?? []
  const chosen = offered.find((each) => each.id === choice)
  if (!chosen) throw new UsageError(notOffered(offered, choice))
  const { isSpending, above } = costOfChoice(chosen, args.maxCredits)
  if (above !== null) {
    output.request(before)
    // What was sent before may have been charged.
    output.say(
      `${above} ${receipt.decision?.mayHaveCharged ? 'Nothing was sent now.' : 'Nothing was sent or charged.'}`,
    )
    output.result([before])
    return exitStatus.decision
  }
  try {
    const { replacement, ...decided } = await engineCalls(engine)['requests.decide']({
      id,
      choice,
      credits: chosen.credits,
      ceilingCredits: isSpending ? args.maxCredits : null,
    })
    if (replacement === null) return end(context, [], await told(context, decided))
    output.request(decided)
    output.say(`${replacement.id.slice(0, 8)} is the new order in its place.`)
    return end(context, [decided], await told(context, replacement))
  } catch (error) {
    if (error instanceof NotNowError) throw new RefusedError(error.message)
    throw error
  }
}

/** With `--wait` as far as it comes; else as it stands. */
async function told({ output, args, engine }: Context, view: RequestView): Promise<RequestView> {
  if (args.values.wait === true) {
    const [last] = await follow(await engine(), [view.id], true, output)
    return last ?? view
  }
  output.request(view)
  return view
}

function end({ output }: Context, ended: RequestView[], last: RequestView): ExitStatus {
  output.result([...ended, last])
  return last.state === 'cancelled' ? exitStatus.done : statusOf([last])
}
