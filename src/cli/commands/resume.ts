import { unsettled } from '../../domain/request/charges.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { isEndState } from '../../domain/request/states.ts'
import { unlisted } from '../../domain/request/unlisted.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus, statusOf } from '../exit-status.ts'
import { follow } from '../follow.ts'

/** Drives every unfinished request: to its end with `--wait`, else until all are sent. */
export async function resume(context: Context): Promise<ExitStatus> {
  const { output, args } = context
  const engine = await context.engine()
  await engine.key.load()
  const all = engine.store.receipts.list({ origin: engine.origin, open: true }).reverse()
  const open = all.filter((receipt) => isUnfinished(engine, receipt))
  // It has ended, and its time to be asked about is here: nobody may have been there to ask (A10).
  const due = all.filter(
    (receipt) => !isUnfinished(engine, receipt) && receipt.next !== null && receipt.next.atMs <= Date.now(),
  )
  if (open.length === 0 && settlingOf(engine).length === 0) output.say('Nothing is unfinished.')
  if (args.maxCredits !== null)
    output.say('--max-credits is for new orders. What is unfinished goes on at the price that was accepted for it.')
  if (engine.store.readOnly && open.length > 0) output.say('Nothing goes on while this home can only be read.')
  const asked = engine.store.readOnly ? [] : due
  const ids = [...open, ...asked].map((receipt) => receipt.id)
  const views =
    ids.length === 0
      ? []
      : await follow(
          engine,
          ids,
          // Nobody drives what can only be looked at, and nothing would ever come.
          args.values.wait === true && !engine.store.readOnly,
          output,
          new Set(asked.map((receipt) => receipt.id)),
        )
  const settling = settlingOf(engine)
  const message = settlingWords(settling)
  if (message !== null) output.say(message)
  output.result(views)
  // What had ended before was told when it did. Parts that nobody has told of may be made: that is not “all completed”.
  const status = statusOf(views.filter(({ id }) => open.some((receipt) => receipt.id === id)))
  return status === exitStatus.done && settling.some((receipt) => unlisted(receipt) > 0) ? exitStatus.running : status
}

const isUnfinished = (engine: Engine, receipt: Receipt): boolean =>
  !isEndState(engine.viewOf(receipt).state) || receipt.owed.length > 0

/** Ended, and asked about by slow reading. */
const settlingOf = (engine: Engine): Receipt[] =>
  engine.store.receipts
    .list({ origin: engine.origin, open: true })
    .filter((receipt) => !isUnfinished(engine, receipt) && unsettled(receipt) && receipt.next !== null)

function settlingWords(settling: Receipt[]): string | null {
  const parts = settling.filter((receipt) => unlisted(receipt) > 0).length
  const refunds = settling.length - parts
  const said = [
    ...(refunds > 0 ? [`${refunds} ${refunds === 1 ? 'refund is' : 'refunds are'} not settled yet`] : []),
    ...(parts > 0 ? [`of ${parts} ${parts === 1 ? 'order' : 'orders'} not all parts are known yet`] : []),
  ]
  if (said.length === 0) return null
  const first = Math.min(...settling.map(({ next }) => next?.atMs ?? 0))
  return `${said.join(', and ')}. The service is asked again from ${new Date(first).toISOString()} on, by whatever runs then: Printroom’s window or “resume”.`
}
