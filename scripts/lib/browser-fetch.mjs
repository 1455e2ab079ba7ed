import { existsSync } from 'node:fs'
import { installSparticuz } from './browser-npm.mjs'
import { withLock } from './lock.mjs'
import { node24 } from './node.mjs'
import { inRoot } from './paths.mjs'
import { run, toolEnv } from './run.mjs'
import { say } from './say.mjs'

/**
 * Gets a browser in the order: Playwright's download, the npm registry, the system's packages (as root on Debian).
 * `find` looks again after each and answers once something works.
 */
export async function fetchBrowser(find, { headed }) {
  const ways = [
    { name: "Playwright's download", way: downloadPlaywrights },
    ...(headed ? [] : [{ name: '@sparticuz/chromium from the npm registry', way: installSparticuz }]),
    ...(isDebianAsRoot() ? [{ name: "the system's package chromium (apt-get)", way: installPackage }] : []),
  ]
  return withLock('browser', async () => {
    // Another process may have fetched one while this one waited.
    const already = await find()
    if (already) return already
    say('No browser is installed; fetching one for the window.')
    for (const { name, way } of ways) {
      const problem = await way()
      const found = problem ? undefined : await find()
      if (found) {
        say(`Installed a browser by ${name}.`)
        return found
      }
      say(`Not by ${name}: ${(problem ?? 'it does not start here').trim().slice(0, 200)}.`)
    }
    return undefined
  })
}

async function downloadPlaywrights() {
  const node = node24()
  const cli = inRoot('node_modules', 'playwright-core', 'cli.js')
  const { code, output, timedOut } = await run(node, [cli, 'install', 'chromium'], {
    capture: true,
    timeoutMs: 10 * 60_000,
    silenceMs: 60_000,
    env: toolEnv(node, { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '', PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' }),
  })
  if (timedOut) return 'the download stood still'
  if (code !== 0) return output.split('\n').find((line) => /^Error|Error:/.test(line)) ?? 'the download failed'
  return undefined
}

function isDebianAsRoot() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

async function installPackage() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { code, output } = await run('apt-get', args, { capture: true, env, timeoutMs: 10 * 60_000 })
    if (code !== 0) return output.split('\n').find((line) => /^E:/.test(line)) ?? `apt-get ${args[0]} failed`
  }
  return undefined
}
