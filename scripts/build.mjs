// npm run build: installs what is missing and builds the app into out/, whether or not it is there already.
import { main } from './lib/main.mjs'
import { ensureBuilt, ensureInstalled } from './setup.mjs'

main(async () => {
  await ensureInstalled()
  await ensureBuilt({ force: true })
})
