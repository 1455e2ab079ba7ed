import type { Keychain, KeychainState } from '../../src/engine/key/keychain.ts'

/** What the operating system would keep, in memory: entries outlive the engine that made them, as there. */
export class MemoryKeychain implements Keychain {
  readonly entries = new Map<string, string>()
  /** Entries that are not taken: a keychain that fails for them. */
  refuses: (account: string) => boolean = () => false

  read(account: string): string | null {
    return this.entries.get(account) ?? null
  }

  write(account: string, secret: string): void {
    if (this.refuses(account)) throw new Error('the keychain did not take it')
    this.entries.set(account, secret)
  }

  remove(account: string): void {
    if (!this.entries.delete(account)) throw new Error('no such entry')
  }

  /** What the system answers to whoever opens it. */
  state: () => Promise<KeychainState> = async () => ({ state: 'ready', keychain: this })

  readonly open = (): Promise<KeychainState> => this.state()
}

export const noKeychain = async (): Promise<KeychainState> => ({
  state: 'unavailable',
  unreadable: false,
  message: 'This computer offers no keychain.',
})
