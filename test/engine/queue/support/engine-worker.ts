import { openEngine } from '../../../support/open-engine.ts'

/** Run as a process of its own: an engine that drives the queue of a home until the process is killed. */
const [home = '', service = '', key = '', timeScale = '1'] = process.argv.slice(2)
const engine = await openEngine(home, { url: service, key }, { timeScale: Number(timeScale), by: 'window' })
engine.listen('requestChanged', (view) => console.log(`${view.id} ${view.state}`))
engine.driver.start()
console.log(engine.driver.drives ? 'drives' : 'watches')
