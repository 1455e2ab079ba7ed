// The package, twice: its twin, which can be inspected, is driven; the shipped one is looked at from outside.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'
import { hasDatabase, outsideEnv, withFolder } from './homes.mjs'
import { runSpecs } from './specs.mjs'
import { startUntil } from './started.mjs'

const startMs = 30_000
/** What main says and does where it is started for a debugger; a Node would do what it was told instead. */
const refusal = 'Printroom does not start with'
const refused = '--remote-debugging-port=1'

export const packages = [
  {
    name: 'the twin does the main job from its archive, and the shipped one has its fuses',
    needs: ['linux or macOS', 'screen'],
    run: (context) => runSpecs(context, { files: ['packed.spec.ts'] }),
  },
  {
    name: 'the shipped app starts with a home of its own and opens its database',
    needs: ['screen', 'ordinary user'],
    run: async (context) => {
      const executable = await shipped(context)
      return withFolder('first-run-home', async (home) => {
        const started = await startUntil({
          command: executable,
          args: [],
          env: outsideEnv(home),
          limitMs: startMs,
          isThere: () => hasDatabase(home),
        })
        await started.stop()
        return `after ${started.seconds.toFixed(1)} s`
      })
    },
  },
  {
    name: 'the shipped app is no Node, whatever its environment says',
    needs: ['runtime', 'screen'],
    run: async (context) => {
      const args = ['-e', 'console.log("ran as Node")', refused]
      const said = await outcome(await shipped(context), args, { ELECTRON_RUN_AS_NODE: '1' })
      if (said.output.includes('ran as Node') || !said.output.includes(refusal)) throw new Error(said.output)
      return 'it started as itself'
    },
  },
  {
    name: 'the shipped app opens to no inspector',
    needs: ['runtime', 'screen'],
    run: async (context) => {
      const { code, output } = await outcome(await shipped(context), ['--inspect=0'])
      if (/Debugger listening/.test(output) || code === 0 || !output.includes(refusal)) throw new Error(output)
      return 'it ended in words'
    },
  },
  {
    name: 'one byte that was changed in the archive stops the app',
    needs: ['runtime', 'macOS or windows'],
    run: async (context) => {
      const executable = await shipped(context)
      return withFolder('first-run-flipped', async (folder) => {
        const [from, to] = [bundleOf(context), join(folder, 'copy')]
        cpSync(from, to, { recursive: true, verbatimSymlinks: true })
        flipOne(join(to, isMac ? 'Contents/Resources' : 'resources', 'app.asar'))
        const { code, output } = await outcome(executable.replace(from, to), [refused])
        if (code === 0 || output.includes(refusal)) throw new Error('what was changed ran')
        return `it ended with status ${code}`
      })
    },
  },
  {
    name: 'the signature holds, where these packages were signed',
    needs: ['runtime', 'macOS or windows'],
    run: async (context) => {
      const executable = await shipped(context)
      const [command, args] = isMac
        ? ['codesign', ['--verify', '--deep', '--strict', bundleOf(context)]]
        : ['powershell', ['-Command', `(Get-AuthenticodeSignature '${executable}').Status`]]
      const { code, output } = await run(command, args, { capture: true })
      const isNamed = ['CSC_LINK', 'CSC_NAME', 'WIN_CSC_LINK'].some((name) => process.env[name])
      if (isNamed && (code !== 0 || /NotSigned|HashMismatch/.test(output))) throw new Error(output)
      return isNamed ? 'it holds' : `nothing to sign with was named; the system says: ${output.trim() || 'nothing'}`
    },
  },
]

const isMac = process.platform === 'darwin'

/** Packs once for all checks, and gives the executable. */
async function shipped(context) {
  const folder = join(context.scratch, 'shipped')
  if (!existsSync(folder)) {
    const { code, output } = await run(process.execPath, [inRoot('scripts/package.mjs'), '--output', folder], {
      capture: true,
    })
    if (code !== 0) throw new Error(output.slice(-2000))
  }
  const name = { darwin: 'Contents/MacOS/Printroom', win32: 'Printroom.exe' }[process.platform] ?? 'printroom'
  return join(bundleOf(context), name)
}

function bundleOf(context) {
  const folder = join(context.scratch, 'shipped')
  const [unpacked] = readdirSync(folder).filter((name) => /^(?:linux|mac|win)/.test(name) && !name.includes('.'))
  return join(folder, unpacked ?? '', isMac ? 'Printroom.app' : '')
}

/** Of a start that is to end by itself. */
const outcome = (executable, args, extra = {}) =>
  withFolder('first-run-home', (home) =>
    run(executable, args, { capture: true, env: outsideEnv(home, extra), timeoutMs: startMs }),
  )

/** In main's own program, as text: an archive is read by its places, which stay. */
function flipOne(archive) {
  const bytes = readFileSync(archive)
  const at = bytes.indexOf(refusal)
  if (at < 0) throw new Error('main’s own words are not in the archive')
  bytes[at] ^= 1
  writeFileSync(archive, bytes)
}
