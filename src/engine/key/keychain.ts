/** Where the key is kept. `unavailable` says in words why the system's keychain cannot be used. */
export interface Keychain {
  read(account: string): string | null
  write(account: string, secret: string): void
  remove(account: string): void
}

export type KeychainState =
  | { state: 'ready'; keychain: Keychain }
  | { state: 'unavailable'; message: string; unreadable: boolean }

const service = 'Printroom'

/**
 * Opens the operating system's keychain and proves that it keeps things: unpinned, the library silently falls back
 * to a store that forgets (toolchain.md, "The key"), and `null` does not mean absent, so it is probed by writing.
 */
export async function openKeychain(): Promise<KeychainState> {
  try {
    const { Entry } = await import('@napi-rs/keyring')
    const options = { linux: { store: 'secret-service' as const } }
    const entry = (account: string) => new Entry(service, account, options)
    const keychain: Keychain = {
      read: (account) => entry(account).getPassword(),
      write: (account, secret) => entry(account).setPassword(secret),
      remove: (account) => {
        entry(account).deletePassword()
      },
    }
    probe(keychain)
    return { state: 'ready', keychain }
  } catch (error) {
    return { state: 'unavailable', ...inWords(error) }
  }
}

function probe(keychain: Keychain): void {
  const account = `probe-${process.pid}`
  keychain.write(account, 'probe')
  const read = keychain.read(account)
  keychain.remove(account)
  if (read !== 'probe') throw new Error('the keychain does not keep what is written to it')
}

/** The library gives one code for everything; only its words differ. They never contain a secret. */
function inWords(error: unknown): { message: string; unreadable: boolean } {
  const text = error instanceof Error ? error.message : String(error)
  if (/locked|dismissed|denied|not allowed|interaction/i.test(text))
    return {
      message: 'This computer’s keychain is locked or refused access. Unlock it and start Printroom again.',
      unreadable: true,
    }
  return {
    message:
      'This computer offers no keychain, so a key is held only until Printroom closes, and never written to a file.',
    unreadable: false,
  }
}
