import { once } from 'node:events'
import { openStore } from '../../../../src/engine/store/store.ts'
import { receiptOf, t0 } from '../../../support/receipts.ts'

/**
 * Run as a process of its own: says that it is ready and begins at a word, as others do. Then it saves orders of its own,
 * two steps each.
 */
const [folder = '', name = '', count = '0'] = process.argv.slice(2)
process.stdout.write('ready')
await once(process.stdin, 'data')
process.stdin.destroy()
const store = await openStore(folder)
for (let n = 0; n < Number(count); n += 1) {
  const after = receiptOf({ id: `${name}-${n}` })
  const timeline = [{ atMs: t0, tone: 'step' as const, title: name, detail: String(n) }]
  store.receipts.save([{ after, timeline }])
  store.receipts.save([{ after: { ...after, revision: 2, phase: 'cancelled' }, timeline }])
}
store.close()
