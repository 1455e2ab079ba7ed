import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { missingFrom } from './missing-packages.mjs'
import { cacheDir, inRoot } from './paths.mjs'
import { run } from './run.mjs'
import { say } from './say.mjs'

const stampFile = join(cacheDir, 'installed')

/** Brings node_modules to what package-lock.json says, and does nothing when it is there already. */
export async function ensureInstalled() {
  if (isFresh()) return
  await withLock('install', async () => {
    if (isFresh()) return
    say(
      existsSync(inRoot('node_modules'))
        ? 'Installing: package-lock.json has changed.'
        : 'Installing what package-lock.json lists.',
    )
    // Nothing here may run an install script or download anything but packages.
    const env = {
      ...process.env,
      // The key is for the app alone.
      PRINTROOM_API_KEY: undefined,
      ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
      PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
      NODE_ENV: 'development',
    }
    const { code } = await run('npm', ['ci', '--ignore-scripts', '--include=dev', '--include=optional'], {
      env,
      toStderr: true,
    })
    if (code !== 0) throw new Error(`npm ci failed with status ${code}; the lines above say why.`)
    // npm passes over an optional package that it cannot fetch, and says nothing.
    const installed = parse(inRoot('node_modules', '.package-lock.json'))?.packages ?? {}
    const missing = missingFrom(installed, parse(inRoot('package-lock.json'))?.packages ?? {})
    if (missing.length > 0)
      throw new Error(
        `npm ci left out what this computer needs: ${missing.join(', ')}. Try again where it can be fetched.`,
      )
    writeStamp()
  })
}

function isFresh() {
  if (readOrEmpty(stampFile) === fingerprint()) return true
  // Somebody ran `npm install` or `npm ci` by hand: as good, if what they got is what the lockfile says.
  if (!installedMatchesLock()) return false
  writeStamp()
  return true
}

function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const name of ['package.json', 'package-lock.json']) hash.update(readFileSync(inRoot(name)))
  return hash.digest('hex')
}

function writeStamp() {
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(stampFile, fingerprint())
}

/** npm leaves what it installed in node_modules/.package-lock.json. */
function installedMatchesLock() {
  const installed = parse(inRoot('node_modules', '.package-lock.json'))?.packages
  const locked = parse(inRoot('package-lock.json'))?.packages
  if (!installed || !locked) return false
  return missingFrom(installed, locked).length === 0 && Object.keys(installed).every((path) => locked[path])
}

function parse(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function readOrEmpty(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
