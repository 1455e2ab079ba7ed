import { watchPoints } from '../../../../src/engine/platform/failpoints.ts'
import { openStore } from '../../../../src/engine/store/store.ts'
import { receiptOf, t0 } from '../../../support/receipts.ts'

/** Run as a process of its own: orders a content for a watch folder, and dies when the journal has it and SQLite not. */
const [folder = '', id = '', watch = '', content = ''] = process.argv.slice(2)
const store = await openStore(folder)
watchPoints((point, side) => {
  if (point === 'receipts commit' && side === 'before') process.kill(process.pid, 'SIGKILL')
})
const timeline = [{ atMs: t0, tone: 'step' as const, title: 'Ordered', detail: '' }]
store.receipts.save([{ after: receiptOf({ id, watch: { id: watch, content } }), timeline }])
