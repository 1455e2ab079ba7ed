import { Downloader } from '../../../../src/engine/remote/download.ts'
import { openStore } from '../../../../src/engine/store/store.ts'
import { dieAtReach } from '../../../support/dying.ts'
import { tasksOf } from './moving-home.ts'

// One life of the app that fetches again what is missing or changed; it is killed at one of its reaches.

const [home = '', url = '', nth = '0'] = process.argv.slice(2)
const store = await openStore(home)
const { tasks } = tasksOf(store, home, {
  origin: 'https://service.test',
  downloader: new Downloader(async () => url),
})
dieAtReach(Number(nth), /^(result|folder|assets)/)
tasks.fetch(null)
await tasks.settled()
store.close()
