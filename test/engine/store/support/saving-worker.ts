import { openStore } from '../../../../src/engine/store/store.ts'
import { receiptOf, t0 } from '../../../support/receipts.ts'

/** Run as a process of its own: saves orders of its own, two steps each, beside others that do the same. */
const [folder = '', name = '', count = '0', atMs = '0'] = process.argv.slice(2)
// Everybody begins at one moment: who is loaded earlier waits for it here.
while (Date.now() < Number(atMs));
const store = await openStore(folder)
for (let n = 0; n < Number(count); n += 1) {
  const after = receiptOf({ id: `${name}-${n}` })
  const happenings = [{ atMs: t0, tone: 'step' as const, title: name, detail: String(n) }]
  store.receipts.save([{ after, happenings }])
  store.receipts.save([{ after: { ...after, revision: 2, phase: 'cancelled' }, happenings }])
}
store.close()
