import { openStore } from '../../../../src/engine/store/store.ts'
import { tasksOf } from './moving-home.ts'

// One life of the app that goes on with a move; whoever started it kills it at some instant.

const [home = ''] = process.argv.slice(2)
const store = await openStore(home)
const { place, tasks } = tasksOf(store, home)
console.log('begins')
tasks.resume()
await tasks.settled()
console.log(place.note.plan === null ? 'moved' : 'stands still')
store.close()
