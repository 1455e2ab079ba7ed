// Each installer of this system: made, installed, started, removed. On a machine that may be thrown away afterwards, so
// only where somebody asks for it: --installers.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'
import { hasDatabase, outsideEnv, withFolder } from './homes.mjs'
import { startUntil } from './started.mjs'

const startMs = 60_000
const mounted = '/Volumes/Printroom first run'
const ofWindows = () => join(process.env.LOCALAPPDATA ?? '', 'Programs', 'printroom')

export const installers = [
  {
    name: 'this system’s installers are made',
    needs: ['runtime', 'installers'],
    run: async (context) => {
      const unsigned = ['CSC_LINK', 'CSC_NAME', 'WIN_CSC_LINK'].some((name) => process.env[name]) ? [] : ['--unsigned']
      const script = inRoot('scripts/package.mjs')
      await must(process.execPath, [script, '--installers', ...unsigned, '--output', folderOf(context)])
      return readdirSync(folderOf(context)).join(', ')
    },
  },
  {
    name: 'the AppImage starts',
    needs: ['runtime', 'installers', 'linux', 'screen'],
    run: (context) => startsWith(made(context, /\.AppImage$/), ['--appimage-extract-and-run']),
  },
  {
    name: 'the deb is installed, starts with the sandbox, and is removed',
    needs: ['runtime', 'installers', 'linux', 'screen', 'ordinary user'],
    run: async (context) => {
      await must('sudo', ['-n', 'apt-get', 'install', '-y', made(context, /\.deb$/)])
      try {
        return await startsWith('/opt/Printroom/printroom')
      } finally {
        await must('sudo', ['-n', 'apt-get', 'remove', '-y', 'printroom'])
        mustBeGone('/opt/Printroom/printroom')
      }
    },
  },
  {
    name: 'the disk image is opened, its app starts, and it is put away',
    needs: ['runtime', 'installers', 'macOS'],
    run: async (context) => {
      await must('hdiutil', ['attach', '-nobrowse', '-mountpoint', mounted, made(context, /\.dmg$/)])
      try {
        return await startsWith(join(mounted, 'Printroom.app/Contents/MacOS/Printroom'))
      } finally {
        await must('hdiutil', ['detach', mounted])
      }
    },
  },
  {
    name: 'the setup installs, its app starts, and it is removed',
    needs: ['runtime', 'installers', 'windows'],
    run: async (context) => {
      await must(made(context, /Setup.*\.exe$/), ['/S'])
      try {
        return await startsWith(join(ofWindows(), 'Printroom.exe'))
      } finally {
        await must(join(ofWindows(), 'Uninstall Printroom.exe'), ['/S'])
      }
    },
  },
  {
    name: 'the portable one starts',
    needs: ['runtime', 'installers', 'windows'],
    run: (context) => startsWith(made(context, /^Printroom [\d.]+\.exe$/)),
  },
]

const folderOf = (context) => join(context.scratch, 'installers')

function made(context, pattern) {
  const name = readdirSync(folderOf(context)).find((one) => pattern.test(one))
  if (name === undefined) throw new Error(`no ${pattern} was made`)
  return join(folderOf(context), name)
}

const startsWith = (command, args = []) =>
  withFolder('first-run-home', async (home) => {
    const isThere = () => hasDatabase(home)
    const started = await startUntil({ command, args, env: outsideEnv(home), limitMs: startMs, isThere })
    await started.stop()
    return `after ${started.seconds.toFixed(1)} s`
  })

function mustBeGone(path) {
  if (existsSync(path)) throw new Error(`${path} is still there`)
}

async function must(command, args) {
  const { code, output } = await run(command, args, { capture: true })
  if (code !== 0) throw new Error(`${command}: ${output.slice(-1500)}`)
}
