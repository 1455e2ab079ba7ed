import { createPublicKey, verify } from 'node:crypto'
import { packageMember } from '../package-member.ts'

/** What is signed of a list: its name too, so that the list of another system is none of this one's. */
const messageOf = (name: string, list: string): Buffer => Buffer.from(`printroom updates\n${name}\n${list}`)

const signatureForm = /^[A-Za-z0-9+/]{86}==\s*$/

/**
 * Whether a list of versions comes from whoever made this package: signed with ed25519 by the key whose public half came with
 * it. The list holds the SHA-512 of every file that it names, so the files are signed with it.
 * @param signature as it lies beside the list, in base64
 * @param key SPKI in base64
 */
export function isSigned(name: string, list: string, signature: string, key: string): boolean {
  if (!signatureForm.test(signature)) return false
  try {
    const pinned = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    if (pinned.asymmetricKeyType !== 'ed25519') return false
    return verify(null, messageOf(name, list), pinned, Buffer.from(signature.trim(), 'base64'))
  } catch {
    return false
  }
}

/**
 * The key that this package was made with (`npm run package -- --sign`). Null: none, and it takes no updates.
 * @param appPath the archive
 */
export function pinnedKey(appPath: string): string | null {
  const key = packageMember(appPath, 'updatesKey')
  return typeof key === 'string' && key !== '' ? key : null
}
