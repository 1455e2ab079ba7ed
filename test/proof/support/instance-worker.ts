import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { engineCalls } from '../../../src/engine/api/calls.ts'
import { foldersFor } from '../../../src/engine/platform/home.ts'
import { openEngine } from '../../support/open-engine.ts'
import { patientImages } from '../../support/patient-images.ts'
import { type Operation, order } from './operations.ts'

/**
 * Run as a process of its own, one of several at a home: says each change, and when it drives or ceases to. A line on its
 * standard input is an operation to order.
 */
const [home = '', service = '', key = '', timeScale = '1', picture = ''] = process.argv.slice(2)
// Eight of them start on a machine that may have other work: a picture that is late would be refused as unreadable.
const images = patientImages(join(foldersFor(home, false).cache, 'prepared'))
const engine = await openEngine(home, { url: service, key }, { timeScale: Number(timeScale), by: 'window', images })
const calls = engineCalls(engine)
engine.listen('requestChanged', (view) => console.log(`${view.id} ${view.state}`))
createInterface({ input: process.stdin }).on('line', (line) => {
  order(calls, line as Operation, picture).then(
    (ids) => console.log(`ordered ${ids.join(' ')}`),
    (error: unknown) => console.log(`not ordered: ${String(error)}`),
  )
})
engine.driver.start()
let drives = false
const look = (): void => {
  if (engine.driver.drives === drives) return
  drives = engine.driver.drives
  console.log(drives ? 'drives' : 'watches')
}
look()
setInterval(look, 10)
console.log('is there')
