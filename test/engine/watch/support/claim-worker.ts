import { codeOf } from '../../../../src/domain/error-code.ts'
import { markAsWatched, markResult } from '../../../../src/engine/platform/folder-marks.ts'
import { claimOrder, confirmOrder } from '../../../../src/engine/platform/order-marks.ts'

// Run as an account of its own, which gives others as little as its umask says: watches a folder, marks a result in it and
// claims an order, and says what came of that.

const [folder = '', mask = '', name = '', token = ''] = process.argv.slice(2)
process.umask(Number.parseInt(mask, 8))
try {
  await markAsWatched(folder)
  await markResult(folder, token, name)
  const found = await claimOrder(folder, name, token)
  if (found === 'mine') await confirmOrder(folder, name)
  console.log(found)
} catch (error) {
  console.log(codeOf(error))
}
