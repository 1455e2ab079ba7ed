// Decisions about packages, pure: package.mjs carries them out.
import { stripVTControlCharacters } from 'node:util'

/** What names an identity to sign with, as electron-builder reads it. */
const identities = {
  darwin: ['CSC_LINK', 'CSC_NAME', 'CSC_KEYCHAIN'],
  win32: ['WIN_CSC_LINK', 'CSC_LINK'],
}

/**
 * Whether packages are signed. An identity that happens to lie in somebody's keychain signs nothing unasked; one that was
 * named must sign, or the packages fail.
 * @param {{ platform: string, env: Record<string, string | undefined>, installers: boolean, unsigned: boolean }} wanted
 * @returns {{ problem: string } | { args: string[], env: Record<string, string | undefined>, words: string | null }} `args` and `env`
 * are for electron-builder, `words` for whoever makes the packages
 */
export function signingOf({ platform, env, installers, unsigned }) {
  const named = (identities[platform] ?? []).filter((name) => (env[name] ?? '') !== '')
  // The system's own way on a Mac: whatever the keychain has.
  const isDiscovered = platform === 'darwin' && env.CSC_IDENTITY_AUTO_DISCOVERY === 'true'
  if (!unsigned && (named.length > 0 || isDiscovered))
    return { args: ['-c.forceCodeSigning=true'], env: {}, words: null }
  if (platform === 'darwin' && installers && !unsigned)
    return {
      problem:
        'Nothing to sign with is named, and macOS opens and updates signed apps only. Give CSC_LINK (with CSC_KEY_PASSWORD) or CSC_NAME, or say --unsigned for packages of this computer alone.',
    }
  const isExpected = installers && platform !== 'linux'
  return {
    args: [],
    env: { ...Object.fromEntries(named.map((name) => [name, undefined])), CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
    words: isExpected ? 'These packages are not signed.' : null,
  }
}

/** Says electron-builder that its output may have colours: a warning differs from other lines by its colour alone. */
export const inColour = { FORCE_COLOR: '1' }
const yellow = '\u001b[33m•'

/** What it tried again by itself, and its own caches. */
const passing = /retry|another attempt|\bcache/i
const aboutSigning = /code signing|notariz|afterSign/i

/**
 * What electron-builder only warns of. A file that was to be packed and is not there is among it, so nothing of it is
 * passed over but what was asked for.
 * @param {string} output in colour
 * @param {boolean} isSigned whether these packages are to be signed
 * @returns {string[]} its warnings, as text
 */
export const builderWarnings = (output, isSigned) =>
  output
    .split('\n')
    .filter((line) => line.trimStart().startsWith(yellow))
    .map((line) => stripVTControlCharacters(line).trim())
    .filter((line) => !passing.test(line) && (isSigned || !aboutSigning.test(line)))

/** The member of package.json, within the archive, by which main knows a twin (src/main/twin.ts). */
export const twinMember = 'inspectableTwin'

/**
 * A twin is the package that can be inspected, so that a driver can attach: for the house alone, never to be given away.
 * It differs by one fuse and by the mark without which main refuses a debugger's switches.
 * @param {{ twin: boolean, installers: boolean, updates: string | undefined }} wanted
 * @returns {{ problem: string } | { args: string[] }} arguments for electron-builder
 */
export function twinOf({ twin, installers, updates }) {
  if (!twin) return { args: [] }
  if (installers || updates !== undefined)
    return {
      problem: '--twin makes a package that a debugger may read the key from: it has no installers and no updates.',
    }
  return {
    args: ['-c.electronFuses.enableNodeCliInspectArguments=true', `-c.extraMetadata.${twinMember}=true`],
  }
}
