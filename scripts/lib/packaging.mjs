// Decisions about packages, pure: package.mjs carries them out.

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

/**
 * What electron-builder only warns of: a file that the package was to have is not there.
 * @param {string} output
 * @returns {string[]} its lines
 */
export const missingSources = (output) => output.split('\n').filter((line) => line.includes('file source doesn'))
