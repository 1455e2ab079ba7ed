// npm run bench [-- NAME…] [--quick] [--write FILE]: how fast, as ratios measured side by side in one run.
import { main } from './lib/main.mjs'
import { node24 } from './lib/node.mjs'
import { inRoot } from './lib/paths.mjs'
import { run, toolEnv } from './lib/run.mjs'
import { ensureBuilt, ensureInstalled } from './setup.mjs'

main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const { code } = await run(node24(), [inRoot('test/bench/run.ts'), ...process.argv.slice(2)], {
    env: toolEnv(node24()),
  })
  return code
})
