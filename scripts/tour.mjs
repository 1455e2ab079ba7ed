// npm run tour: drives the app through its main job without a screen, in test/e2e/tour.ts.
import { main } from './lib/main.mjs'
import { become, toolEnv } from './lib/run.mjs'
import { ensureBuilt, ensureInstalled, getBrowser, node24, root } from './setup.mjs'

main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const browser = await getBrowser()
  const node = node24()
  const env = toolEnv(node, { PRINTROOM_BROWSER: browser.path })
  await become(node, [`${root}/test/e2e/tour.ts`, ...process.argv.slice(2)], { env })
})
