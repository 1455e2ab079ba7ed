// npm run dev: the app with its sources watched; the window's part is replaced while it runs.
import { main } from './lib/main.mjs'
import { become, toolEnv } from './lib/run.mjs'
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
  if (!findElectron() || !hasScreen()) {
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
  await become(node, [electronVite, 'dev', '--watch', ...process.argv.slice(2)], { env: toolEnv(node, extra) })
})
