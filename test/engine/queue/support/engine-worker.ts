import { createEngine } from '../../../../src/engine/engine.ts'
import { foldersFor } from '../../../../src/engine/platform/home.ts'
import { imageWorkerEntry } from '../../../support/image-worker.ts'

/** Run as a process of its own: an engine that drives the queue of a home until the process is killed. */
const [home = '', service = '', key = '', timeScale = '1'] = process.argv.slice(2)
const engine = await createEngine({
  service,
  folders: foldersFor(home, false),
  timeScale: Number(timeScale),
  nodePath: process.execPath,
  entries: { imageWorker: imageWorkerEntry, practice: '' },
  environmentKey: key,
  by: 'window',
})
engine.listen('requestChanged', (view) => console.log(`${view.id} ${view.state}`))
engine.driver.start()
console.log(engine.driver.drives ? 'drives' : 'watches')
