// npm run check: the quick gate of the inner loop. No build, no window.
import { staticGates, vitestGate } from './lib/gates.mjs'
import { main } from './lib/main.mjs'
import { runGates } from './lib/run-gates.mjs'
import { ensureInstalled } from './setup.mjs'

main(async () => {
  await ensureInstalled()
  return runGates([...staticGates, vitestGate('unit tests', 'test/unit', 'test/borders')])
})
