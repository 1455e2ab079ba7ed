// The engine's thread on a computer without a keychain, which says so only when it is told to.
import { registerHooks } from 'node:module'
import { engineThreadEntry } from './programs.ts'

const keyring = `
const channel = new BroadcastChannel('waiting-keychain')
await new Promise((resolve) => {
  channel.onmessage = resolve
  channel.postMessage('asked')
})
channel.close()
export class Entry {
  constructor() { throw new Error('no keychain') }
}`

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@napi-rs/keyring'
      ? { url: `data:text/javascript,${encodeURIComponent(keyring)}`, shortCircuit: true }
      : next(specifier, context),
})
await import(engineThreadEntry.href)
