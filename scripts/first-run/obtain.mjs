// A clean clone becomes a window, by the commands of the README.
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { node24 } from '../lib/node.mjs'
import { inRoot, root } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'
import { hasDatabase, outsideEnv, withFolder } from './homes.mjs'
import { startUntil } from './started.mjs'

/** With a runtime that is on disk already. */
const windowMs = 20_000
const inClone = (context, ...parts) => join(context.scratch, 'clone', ...parts)

export const obtain = [
  {
    name: 'a clean clone installs and builds',
    needs: [],
    async run(context) {
      await must('git', ['clone', '--quiet', root, inClone(context)])
      await must(process.execPath, [inClone(context, 'scripts/build.mjs')], inClone(context))
      return 'installed by its lockfile, and built'
    },
  },
  {
    name: 'Electron’s runtime is fetched, whole and executable',
    needs: ['runtime'],
    async run(context) {
      const module = JSON.stringify(inClone(context, 'scripts/setup.mjs'))
      const script = `const { findElectron, tryDownloadElectron } = await import(${module}); console.log(findElectron() ?? (await tryDownloadElectron()) ?? '')`
      const path = (await must(process.execPath, ['--input-type=module', '-e', script], inClone(context)))
        .trim()
        .split('\n')
        .at(-1)
      if (!path) throw new Error('nothing was fetched')
      accessSync(path, constants.X_OK)
      return path
    },
  },
  {
    name: 'npm start opens a window within 20 s, without a word of Chromium’s about an abort',
    needs: ['screen', 'ordinary user'],
    run: (context) => start(context),
  },
  {
    name: 'a second start fetches and installs nothing',
    needs: ['screen', 'ordinary user'],
    async run(context) {
      const words = await start(context, (output) => {
        // Where the stand-in is used, the runtime is looked for each time.
        const again = (
          context.isGenuine ? /^(?:Fetching|Installing|Building).*$/m : /^(?:Installing|Building).*$/m
        ).exec(output)
        if (again) throw new Error(`it said: ${again[0]}`)
      })
      return words
    },
  },
]

const start = (context, judge = () => {}) =>
  withFolder('first-run-home', async (home) => {
    const started = await startUntil({
      command: process.execPath,
      args: [inClone(context, 'scripts/start.mjs'), ...(context.isGenuine ? ['--remote-debugging-port=0'] : [])],
      cwd: inClone(context),
      env: outsideEnv(home, { CI: '', PRINTROOM_STANDIN_NODE: node24() }),
      limitMs: windowMs,
      isThere: (output) => (context.isGenuine ? hasPage(output) : hasDatabase(home)),
    })
    await started.stop()
    const output = started.output()
    if (/FATAL|No usable sandbox/.test(output)) throw new Error(output.slice(-1500))
    judge(output)
    return `${context.isGenuine ? 'the page' : 'its database'} was there after ${started.seconds.toFixed(1)} s`
  })

/** By DevTools, which an app that is not packaged opens to whoever asks. */
async function hasPage(output) {
  const [, port] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(output) ?? []
  if (port === undefined) return false
  const pages = await fetch(`http://127.0.0.1:${port}/json/list`).then(
    (answer) => answer.json(),
    () => [],
  )
  return pages.some(({ url, title }) => url.startsWith('printroom://app/') && title === 'Printroom')
}

async function must(command, args, cwd = inRoot()) {
  const { code, output } = await run(command, args, { capture: true, cwd })
  if (code !== 0) throw new Error(output.slice(-2000))
  return output
}
