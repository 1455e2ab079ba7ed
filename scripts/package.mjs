// npm run package [-- --installers]: the app as it is shipped, unpacked, in dist/. Around Electron's own runtime where that
// is on disk, else around the stand-in, which is said. --installers makes this system's packages as well. --updates URL
// gives them the address of their updates, the folder that what is made here will be put into; without it they have none.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeDist } from '../test/electron-stand-in/dist.mjs'
import { main } from './lib/main.mjs'
import { cacheDir, inRoot } from './lib/paths.mjs'
import { run, toolEnv } from './lib/run.mjs'
import { say } from './lib/say.mjs'
import { ensureBuilt, ensureInstalled, findElectron, node24 } from './setup.mjs'

main(async () => {
  const { values } = parseArgs({
    options: {
      installers: { type: 'boolean', default: false },
      output: { type: 'string', default: inRoot('dist') },
      updates: { type: 'string' },
    },
  })
  await ensureInstalled()
  await ensureBuilt()
  const genuine = findElectron()
  if (values.installers && !genuine) {
    say(
      'Installers are made around Electron’s own runtime alone, and that is not on this disk. Run npm start once where it can be fetched.',
    )
    return 2
  }
  if (!genuine && process.platform === 'win32') {
    say('Electron’s own runtime is not on this disk, and its stand-in has no executable for Windows.')
    return 2
  }
  const { version } = JSON.parse(readFileSync(inRoot('node_modules/electron/package.json'), 'utf8'))
  const dist = genuine ? distOf(genuine) : join(cacheDir, 'stand-in-dist')
  if (!genuine) makeDist({ folder: dist, version, node: node24(), licence: inRoot('node_modules/electron/LICENSE') })
  say(
    `Packing around ${genuine ? 'Electron’s own runtime' : 'the stand-in for Electron: this package is to be looked at, not to be given away'}.`,
  )
  const node = node24()
  const { code, output } = await run(
    node,
    [
      inRoot('node_modules/electron-builder/cli.js'),
      ...(values.installers ? [] : ['--dir']),
      '--publish=never',
      `-c.electronVersion=${version}`,
      `-c.electronDist=${dist}`,
      `-c.directories.output=${values.output}`,
      ...(values.updates === undefined ? [] : ['-c.publish.provider=generic', `-c.publish.url=${values.updates}`]),
    ],
    { capture: true, env: toolEnv(node, { PRINTROOM_API_KEY: undefined, CSC_IDENTITY_AUTO_DISCOVERY: 'false' }) },
  )
  if (code !== 0) {
    say(output)
    return 1
  }
  console.log(values.output)
  return 0
})

/** The folder that holds the runtime; on a Mac its executable lies deep inside the bundle. */
function distOf(executable) {
  for (let folder = dirname(executable); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'version'))) return folder
  return dirname(executable)
}
