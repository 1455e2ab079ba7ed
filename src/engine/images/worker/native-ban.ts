import { registerHooks } from 'node:module'

/** Given to a worker that must not load native code: its parent found no plain Node for it. */
export const withoutNativeFlag = '--without-native'

/**
 * Whether sharp has to come as WASM: native, it clashes with the GLib of Electron's own binary on Linux (sharp #4522),
 * in whatever kind of process. Two to three times slower, and still right.
 */
export function mustAvoidNative(): boolean {
  const isElectronOnLinux = process.platform === 'linux' && process.versions.electron !== undefined
  return isElectronOnLinux || process.argv.includes(withoutNativeFlag)
}

/** sharp tries its native builds first and takes `@img/sharp-wasm32` where it finds none: so it finds none. */
export function banNativeSharp(): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (!/(?:^@img\/sharp-(?!wasm32)|\/build\/Release\/sharp-)/.test(specifier)) return next(specifier, context)
      throw Object.assign(new Error(`${specifier} may not be loaded here`), { code: 'MODULE_NOT_FOUND' })
    },
  })
}
