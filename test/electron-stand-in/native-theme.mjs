import { EventEmitter } from 'node:events'
import { contents } from './runtime.mjs'

const sources = ['system', 'light', 'dark']

class NativeTheme extends EventEmitter {
  /** @type {'system' | 'light' | 'dark'} */
  #source = 'system'
  shouldUseHighContrastColors = false
  shouldUseInvertedColorScheme = false
  prefersReducedTransparency = false

  get themeSource() {
    return this.#source
  }
  set themeSource(source) {
    if (!sources.includes(source)) throw new TypeError(`Invalid themeSource: ${source}`)
    if (source === this.#source) return
    this.#source = source
    for (const one of contents.values()) applyTheme(one)
    this.emit('updated')
  }
  /** The system of a stand-in is light. */
  get shouldUseDarkColors() {
    return this.#source === 'dark'
  }
}

export const nativeTheme = new NativeTheme()

/** Makes the page's prefers-color-scheme what main says. */
export async function applyTheme(one) {
  if (!one.sessionId) return
  const value = nativeTheme.themeSource === 'system' ? '' : nativeTheme.themeSource
  await one.cdp('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] }).catch(() => {})
}
