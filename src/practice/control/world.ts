import type { Practice } from '../context.ts'
import { marketOf, setMarket } from '../market/market.ts'
import type { Fault } from './faults.ts'

/** Prices rise or a balance runs dry at the worst moment: after the quote, before the work. */
export function changeWorld({ db }: Practice, fault: Fault): void {
  db.transaction(() => {
    if (fault.fault === 'price-bump') {
      const { add = fault.factor === undefined ? 1 : 0, factor = 1, only } = fault
      setMarket(db, { ...marketOf(db), add, factor, only })
      return
    }
    const { credits = 0, account = null } = fault
    db.prepare('UPDATE accounts SET purchased = ? WHERE id = coalesce(?, id)').run(credits, account)
  }).immediate()
}
