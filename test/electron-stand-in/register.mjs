// Loaded first into the main process, and inherited by every worker thread it starts.
// Maps the module name `electron` to the stand-in, for `import` and `require`.
import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import { writeAsElectron } from './wire.mjs'

const packageJson = createRequire(import.meta.url).resolve('electron/package.json')
const { version } = JSON.parse(readFileSync(packageJson, 'utf8'))
// Electron has these in its worker threads too.
Object.defineProperty(process.versions, 'electron', { value: version, enumerable: true })
Object.defineProperty(process.versions, 'chrome', { value: '0.0.0-stand-in', enumerable: true, configurable: true })

writeAsElectron()

const standIn = new URL('./electron.mjs', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    if (!/^electron(\/(main|common|utility))?$/.test(specifier)) return next(specifier, context)
    // Electron's API lives in its main thread only; a second copy here would open a second browser.
    if (!isMainThread) throw new Error(`'${specifier}' cannot be imported in a worker thread`)
    return { url: standIn, format: 'module', shortCircuit: true }
  },
})
