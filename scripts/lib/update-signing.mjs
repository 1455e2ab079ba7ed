// The signature of lists of updates, for whoever gives packages away: the app's own reading of it is src/main/updates/signature.ts.
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The member of package.json, within the archive, that the app reads its key from. */
export const keyMember = 'updatesKey'

/**
 * A private key of ed25519, as `openssl genpkey -algorithm ed25519` makes it.
 * @param {string} path
 * @returns {{ problem: string } | { key: import('node:crypto').KeyObject, publicKey: string }}
 */
export function readSigningKey(path) {
  try {
    const key = createPrivateKey(readFileSync(path))
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('another kind of key')
    return { key, publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64') }
  } catch {
    return {
      problem: `${path} is no private key that updates can be signed with. “openssl genpkey -algorithm ed25519 -out FILE” makes one: keep it for as long as these packages live, and out of the repository.`,
    }
  }
}

/** @param {string} name of the list @param {string} list its text */
export const signatureOf = (name, list, key) =>
  sign(null, Buffer.from(`printroom updates\n${name}\n${list}`), key).toString('base64')

/**
 * Signs the lists that electron-builder has written: `latest-linux.yml.sig` beside `latest-linux.yml`.
 * @returns {string[]} the names of what was signed
 */
export function signLists(folder, key) {
  const lists = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name))
  for (const name of lists)
    writeFileSync(join(folder, `${name}.sig`), `${signatureOf(name, readFileSync(join(folder, name), 'utf8'), key)}\n`)
  return lists
}
