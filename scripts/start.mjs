// npm start: installs, builds, opens the app. Without a screen it runs the tour instead.
import { spawnSync } from 'node:child_process'
import { FatalFilter } from './lib/fatal-filter.mjs'
import { main } from './lib/main.mjs'
import { become, toolEnv } from './lib/run.mjs'
import { sandboxFacts, sandboxVerdict } from './lib/sandbox.mjs'
import { say } from './lib/say.mjs'
import {
  ensureBuilt,
  ensureInstalled,
  findElectron,
  getBrowser,
  hasScreen,
  node24,
  root,
  tryDownloadElectron,
  withoutElectronOnWindows,
} from './setup.mjs'

main(async () => {
  await ensureInstalled()
  if (!hasScreen() || process.env.CI === 'true') {
    const why = hasScreen() ? 'CI=true: nobody is here to look at a window' : 'There is no screen here'
    say(`${why}. Running the tour instead of opening one.`)
    const { status } = spawnSync(process.execPath, [`${root}/scripts/tour.mjs`], { stdio: 'inherit' })
    return status ?? 1
  }
  await ensureBuilt()
  const node = node24()
  const args = [root, ...process.argv.slice(2)]
  const electron = findElectron() ?? (await tryDownloadElectron())
  if (electron) {
    const verdict = sandboxVerdict(sandboxFacts(electron))
    if ('problem' in verdict) {
      say(`${verdict.problem}. Then: npm start`)
      return 1
    }
    await become(electron, [...verdict.args, ...args], { env: toolEnv(node), fatal: new FatalFilter(abortedWords) })
  }
  if (process.platform === 'win32') {
    say(withoutElectronOnWindows)
    return 1
  }
  const browser = await getBrowser({ headed: true, quiet: true })
  say(`Opening the stand-in for Electron, in ${browser.product} (${browser.from}).`)
  await become(`${root}/test/electron-stand-in/electron`, args, { env: standInEnv(node, browser.path) })
})

const abortedWords =
  'Electron’s browser could not start here, and nothing of yours was opened or sent. Try npm run tour, which needs no window; npm run first-run finds out what hinders it.'

function standInEnv(node, browser) {
  return toolEnv(node, { PRINTROOM_STANDIN_HEADED: '1', PRINTROOM_STANDIN_NODE: node, PRINTROOM_BROWSER: browser })
}
