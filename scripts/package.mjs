// npm run package [-- --installers]: the app as it is shipped, unpacked, in dist/. Around Electron's own runtime where that
// is on disk, else on Linux around the stand-in, which is said. --installers makes this system's packages as well, which a
// Mac signs, unless --unsigned says otherwise. --updates URL gives them the address of their updates, the folder that what
// is made here will be put into; without it they have none. --sign FILE signs that folder's lists and gives the packages
// the key by which they know them; without it they tell of newer versions and install none. --twin makes the package that
// can be driven, for the house alone.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeDist } from '../test/electron-stand-in/dist.mjs'
import { addLauncher } from './lib/linux-launcher.mjs'
import { main } from './lib/main.mjs'
import { builderWarnings, inColour, signingOf, twinOf } from './lib/packaging.mjs'
import { cacheDir, inRoot } from './lib/paths.mjs'
import { run, toolEnv } from './lib/run.mjs'
import { say } from './lib/say.mjs'
import { keyMember, readSigningKey, signLists } from './lib/update-signing.mjs'
import { ensureBuilt, ensureInstalled, findElectron, node24 } from './setup.mjs'

main(async () => {
  const { values } = parseArgs({
    options: {
      installers: { type: 'boolean', default: false },
      output: { type: 'string', default: inRoot('dist') },
      sign: { type: 'string' },
      twin: { type: 'boolean', default: false },
      unsigned: { type: 'boolean', default: false },
      updates: { type: 'string' },
    },
  })
  await ensureInstalled()
  const updates = values.updates === undefined ? null : await updatesAt(values.updates)
  const { installers, unsigned } = values
  const signing = signingOf({ platform: process.platform, env: process.env, installers, unsigned })
  const twin = twinOf(values)
  const key = values.sign === undefined ? null : readSigningKey(values.sign)
  const problem = updates?.problem ? `--updates: ${updates.problem}` : (key?.problem ?? twin.problem ?? signing.problem)
  if (problem !== undefined) {
    say(problem)
    return 2
  }
  const genuine = findElectron()
  const missing = genuine ? undefined : withoutRuntime(installers)
  if (missing !== undefined) {
    say(missing)
    return 2
  }
  await ensureBuilt()
  const { version } = JSON.parse(readFileSync(inRoot('node_modules/electron/package.json'), 'utf8'))
  const dist = genuine ? distOf(genuine) : join(cacheDir, 'stand-in-dist')
  if (!genuine) makeDist({ folder: dist, version, node: node24(), licence: inRoot('node_modules/electron/LICENSE') })
  say(
    `Packing around ${genuine ? 'Electron’s own runtime' : 'the stand-in for Electron: this package is to be looked at, not to be given away'}.`,
  )
  if (values.twin) say('This is the twin that can be driven by a debugger: never give it away.')
  if (signing.words !== null) say(signing.words)
  if (updates !== null && key === null) say('Without --sign these packages tell of newer versions and install none.')
  if (installers && process.platform === 'linux' && isExample())
    say('The deb still names an example for its maintainer or homepage: see README, “For developers”.')
  const { code, output } = await build(
    [
      ...(installers ? [] : ['--dir']),
      `-c.electronVersion=${version}`,
      `-c.electronDist=${dist}`,
      `-c.directories.output=${values.output}`,
      ...signing.args,
      ...twin.args,
      ...(key === null ? [] : [`-c.extraMetadata.${keyMember}=${key.publicKey}`]),
      ...(updates === null ? [] : ['-c.publish.provider=generic', `-c.publish.url=${updates.address}`]),
    ],
    signing.env,
  )
  const warnings = builderWarnings(output, signing.args.length > 0)
  if (code !== 0 || warnings.length > 0) {
    say(code !== 0 ? output : `The packager warned, and a package with warnings is none.\n${warnings.join('\n')}`)
    return 1
  }
  const unpacked = join(values.output, `linux-${process.arch === 'x64' ? '' : `${process.arch}-`}unpacked`)
  if (process.platform === 'linux') addLauncher(unpacked)
  if (key !== null) for (const name of signLists(values.output, key.key)) say(`Signed: ${name}.sig`)
  console.log(values.output)
  return 0
})

/** Why nothing can be packed where Electron's own runtime is not on this disk; nothing where its stand-in will do. */
function withoutRuntime(installers) {
  if (installers)
    return 'Installers are made around Electron’s own runtime alone, and that is not on this disk. Run npm start once where it can be fetched.'
  if (process.platform !== 'linux')
    return 'Electron’s own runtime is not on this disk, and its stand-in can be packed on Linux alone.'
}

/** electron-builder, which publishes nothing and sees no key of the service. */
function build(args, env) {
  const node = node24()
  return run(node, [inRoot('node_modules/electron-builder/cli.js'), '--publish=never', ...args], {
    capture: true,
    env: toolEnv(node, { PRINTROOM_API_KEY: undefined, ...inColour, ...env }),
  })
}

/**
 * The address as the app itself reads it: what it would not ask must not be packed.
 * @returns {Promise<{ address: string } | { problem: string }>}
 */
async function updatesAt(text) {
  const { code, output } = await run(node24(), [inRoot('scripts/update-address.mjs'), text], { capture: true })
  if (code !== 0) throw new Error(output)
  return JSON.parse(output)
}

/** Whether nobody has put an address of their own where the deb names whom to turn to. */
const isExample = () =>
  ['package.json', 'electron-builder.yml'].some((name) =>
    readFileSync(inRoot(name), 'utf8').includes('printroom.example'),
  )

/** The folder that holds the runtime; on a Mac its executable lies deep inside the bundle. */
function distOf(executable) {
  for (let folder = dirname(executable); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'version'))) return folder
  return dirname(executable)
}
