// npm test: the whole gate, with everything it needs set up first.
import { asOne, staticGates, vitestGate, windowGate } from './lib/gates.mjs'
import { main } from './lib/main.mjs'
import { runGates } from './lib/run-gates.mjs'
import { ensureBuilt, ensureInstalled, findElectron, getBrowser, hasScreen } from './setup.mjs'

main(async () => {
  await ensureInstalled()
  // Early, so that a machine without one hears of it at once; the window tests find it again.
  if (!(findElectron() && hasScreen())) await getBrowser()
  return runGates([{ name: 'build', run: build }, ...staticGates, vitestGate('tests'), windowGate])
})

async function build() {
  try {
    await ensureBuilt()
    return asOne([])
  } catch (error) {
    console.error(error.message)
    return asOne([error.message])
  }
}
