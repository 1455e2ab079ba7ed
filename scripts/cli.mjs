// npm run --silent cli -- …: the terminal's front end, installed and built when needed. Standard output is the
// terminal's alone; every word of the set-up goes to standard error.
import { pathToFileURL } from 'node:url'
import { main } from './lib/main.mjs'
import { become } from './lib/run.mjs'
import { ensureBuilt, ensureInstalled, node24, root } from './setup.mjs'

main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const entry = `${root}/out/main/cli.js`
  const args = process.argv.slice(2)
  // npm has moved to the repository's folder; the paths that were typed belong to another.
  if (process.env.npm_lifecycle_event === 'cli' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
  const node = node24()
  if (node !== process.execPath) await become(node, [entry, ...args], { cwd: process.cwd(), lifeline: true })
  // Already on the right Node, as npm scripts are where npm linked it: no second process that a signal could miss.
  process.argv = [process.argv[0], entry, ...args]
  await import(pathToFileURL(entry).href)
})
