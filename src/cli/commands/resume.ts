import { isEndState } from '../../domain/request/states.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, statusOf } from '../exit-status.ts'
import { follow } from '../follow.ts'

/** Drives every unfinished request: to its end with `--wait`, else until all are sent. */
export async function resume(context: Context): Promise<ExitStatus> {
  const { output, args } = context
  const engine = await context.engine()
  await engine.key.load()
  const open = engine.store.receipts
    .list({ origin: engine.origin, open: true })
    .filter((receipt) => !isEndState(engine.viewOf(receipt).state) || receipt.owed.length > 0)
    .reverse()
  if (open.length === 0) output.say('Nothing is unfinished.')
  if (args.maxCredits !== null)
    output.say('--max-credits is for new orders. What is unfinished goes on at the price that was accepted for it.')
  if (engine.store.readOnly && open.length > 0) output.say('Nothing goes on while this home can only be read.')
  const views =
    open.length === 0
      ? []
      : await follow(
          engine,
          open.map((receipt) => receipt.id),
          // Nobody drives what can only be looked at, and nothing would ever come.
          args.values.wait === true && !engine.store.readOnly,
          output,
        )
  output.result(views)
  return statusOf(views)
}
