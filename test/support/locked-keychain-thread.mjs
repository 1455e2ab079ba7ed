// The engine's thread on a computer whose keychain keeps what is written to it and gives out no key.
import { registerHooks } from 'node:module'
import { engineThreadEntry } from './programs.ts'

const keyring = `
export class Entry {
  #isProbe
  constructor(service, account) { this.#isProbe = account.startsWith('probe-') }
  getPassword() { if (this.#isProbe) return 'probe'; throw new Error('the keychain is locked') }
  setPassword() { if (!this.#isProbe) throw new Error('the keychain is locked') }
  deletePassword() { if (!this.#isProbe) throw new Error('the keychain is locked') }
}`

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@napi-rs/keyring'
      ? { url: `data:text/javascript,${encodeURIComponent(keyring)}`, shortCircuit: true }
      : next(specifier, context),
})
await import(engineThreadEntry.href)
