// Reads a command line like Electron's, loads the app's main, then lets `ready` happen.
// electron [-r FILE]… [--switch[=value]]… APP [the app's own arguments]
import { existsSync, readFileSync, statSync } from 'node:fs'
import inspector from 'node:inspector'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runtime } from './runtime.mjs'

const stuckMs = 15_000
const playwrightPatienceMs = 20_000

// A packed app (dist.mjs): its archive is the app, and its arguments are its own from the first on.
const resources = process.env.PRINTROOM_STANDIN_PACKED
const rest = process.argv.slice(2)
const required = []
const switchArguments = []
let entry = process.env.PRINTROOM_STANDIN_APP
while (rest.length > 0 && (resources === undefined ? entry === undefined : rest[0].startsWith('-'))) {
  const argument = rest.shift()
  if (argument === '-r' || argument === '--require') required.push(rest.shift())
  else if (argument.startsWith('-')) switchArguments.push(argument)
  else entry = argument
}
for (const argument of switchArguments) {
  const [, name, value] = /^--?([^=]+)=?(.*)$/.exec(argument)
  runtime.switches.set(name, value)
}
runtime.drivenByPlaywright = runtime.switches.get('remote-debugging-port') === '0' && runtime.switches.has('inspect')
if (runtime.switches.has('inspect')) inspector.open(Number(runtime.switches.get('inspect') || 9229), '127.0.0.1')

process.type = 'browser'
if (resources === undefined) process.defaultApp = true
else process.resourcesPath = resources
runtime.isPackaged = resources !== undefined
// A shipped app would not start with the driver's own; what drives the stand-in is not the app's command line.
const isDriver = (argument) =>
  resources !== undefined && ['--inspect=0', '--remote-debugging-port=0'].includes(argument)
const shown = switchArguments.filter((argument) => !(runtime.drivenByPlaywright && isDriver(argument)))
process.argv = [process.argv[0], ...shown, ...(resources === undefined ? [entry ?? '.'] : []), ...rest]
const main = findMain(resolve(entry ?? '.'))

const require = createRequire(import.meta.url)
for (const file of required) require(file)
const { startReady } = await import('./app.mjs')
const { launchChromium } = await import('./chromium.mjs')
// Electron lives on without a window; a Node process would end.
setInterval(() => {}, 2 ** 30)

const mayBeReady = runtime.drivenByPlaywright ? Promise.race([playwrightConnected(), patience()]) : Promise.resolve()
// As in Electron, `ready` comes after the entry module was evaluated: a top-level `await app.whenReady()` hangs
// there for ever. Here it is said.
const stuck = setTimeout(() => {
  fail(
    new Error(
      'the main module has not finished after 15 s: a top-level await of app.whenReady() never ends in Electron',
    ),
  )
}, stuckMs)
try {
  await import(pathToFileURL(main).href)
} catch (error) {
  fail(error)
}
clearTimeout(stuck)
// Not before: main's switches are for it.
if (runtime.drivenByPlaywright) launchChromium().catch(fail)
await mayBeReady
startReady()

/** The file to load, like Electron: a folder's package.json names it, a file is itself. */
function findMain(path) {
  const isFolder = statSync(path).isDirectory()
  let folder = isFolder ? path : dirname(path)
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  const file = join(folder, 'package.json')
  runtime.appPath = existsSync(file) ? folder : dirname(path)
  runtime.packageJson = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return isFolder ? resolve(path, runtime.packageJson.main ?? 'index.js') : path
}

/**
 * Playwright calls this function in the main process once it sees the browser (its own loader defines it for real
 * Electron). Windows made before would get Playwright's settings late.
 */
function playwrightConnected() {
  return new Promise((resolve) => {
    globalThis.__playwright_run ??= resolve
  })
}

function patience() {
  return new Promise((resolve) => setTimeout(resolve, playwrightPatienceMs).unref())
}

function fail(error) {
  console.error(error)
  process.exit(1)
}
