// npm run dev: the app with its sources watched; the window's part is replaced while it runs.
import { main } from './lib/main.mjs'
import { become, toolEnv } from './lib/run.mjs'
import { sandboxFacts, sandboxVerdict } from './lib/sandbox.mjs'
import { say } from './lib/say.mjs'
import {
  ensureInstalled,
  findElectron,
  forgetBuild,
  getBrowser,
  hasScreen,
  node24,
  root,
  withoutElectronOnWindows,
} from './setup.mjs'

main(async () => {
  await ensureInstalled()
  const node = node24()
  const extra = {}
  const electron = hasScreen() ? findElectron() : undefined
  const verdict = electron ? sandboxVerdict(sandboxFacts(electron)) : { args: [] }
  if ('problem' in verdict) {
    say(`${verdict.problem}. Then: npm run dev`)
    return 1
  }
  if (!electron) {
    if (process.platform === 'win32') {
      say(withoutElectronOnWindows)
      return 1
    }
    const headed = hasScreen()
    const browser = await getBrowser({ headed, quiet: true })
    say(
      `Using the stand-in for Electron, in ${browser.product} (${browser.from})${headed ? '' : ', without a window'}.`,
    )
    extra.ELECTRON_EXEC_PATH = `${root}/test/electron-stand-in/electron`
    extra.PRINTROOM_STANDIN_NODE = node
    extra.PRINTROOM_BROWSER = browser.path
    if (headed) extra.PRINTROOM_STANDIN_HEADED = '1'
  }
  forgetBuild()
  const electronVite = `${root}/node_modules/electron-vite/bin/electron-vite.js`
  const asRoot = verdict.args.length > 0 ? ['--noSandbox'] : []
  const args = [electronVite, 'dev', '--watch', ...asRoot, ...process.argv.slice(2)]
  await become(node, args, { env: toolEnv(node, extra) })
})
