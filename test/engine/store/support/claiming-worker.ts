import { openStore } from '../../../../src/engine/store/store.ts'

/** Run as a process of its own: holds the claim of a queue or watches for it, and says each time that it took it. */
const [folder = '', name = '', forMs = '0'] = process.argv.slice(2)
const store = await openStore(folder)
const claim = store.claim('a service', name)
console.log('opened')
const timer = setInterval(() => {
  if (claim.held ? claim.beat() : !claim.tryTake(performance.now())) return
  console.log(claim.held ? `${name} took it as ${process.pid}` : `${name} lost it`)
}, 200)
setTimeout(() => {
  clearInterval(timer)
  // No giving back: the other is not to take it for that.
  process.exit(0)
}, Number(forMs))
