// npm start: installs, builds, opens the app. Without a screen it runs the tour instead.
import { spawnSync } from 'node:child_process'
import { main } from './lib/main.mjs'
import { become, toolEnv } from './lib/run.mjs'
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
    // Chromium's sandbox refuses to run as root.
    const asRoot = process.platform === 'linux' && process.getuid?.() === 0
    await become(electron, asRoot ? ['--no-sandbox', ...args] : args, { env: toolEnv(node) })
  }
  if (process.platform === 'win32') {
    say(withoutElectronOnWindows)
    return 1
  }
  const browser = await getBrowser({ headed: true, quiet: true })
  say(`Opening the stand-in for Electron, in ${browser.product} (${browser.from}).`)
  await become(`${root}/test/electron-stand-in/electron`, args, { env: standInEnv(node, browser.path) })
})

function standInEnv(node, browser) {
  return toolEnv(node, { PRINTROOM_STANDIN_HEADED: '1', PRINTROOM_STANDIN_NODE: node, PRINTROOM_BROWSER: browser })
}
