// npm run studio: PostgreSQL, two workers, practice and three people on this computer, in test/studio/try.ts.
import { main } from './lib/main.mjs'
import { become, toolEnv } from './lib/run.mjs'
import { ensureBuilt, ensureInstalled, node24, root } from './setup.mjs'

main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const node = node24()
  await become(node, [`${root}/test/studio/try.ts`], { env: toolEnv(node) })
})
