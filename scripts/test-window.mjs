// npm run test:window -- [Playwright's arguments]: the window tests alone.
import { main } from './lib/main.mjs'
import { become, toolEnv } from './lib/run.mjs'
import { ensureBuilt, ensureInstalled, node24, root } from './setup.mjs'

main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const node = node24()
  const playwright = `${root}/node_modules/@playwright/test/cli.js`
  await become(node, [playwright, 'test', ...process.argv.slice(2)], { env: toolEnv(node) })
})
