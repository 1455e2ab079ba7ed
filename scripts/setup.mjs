// What a fresh clone needs, found or made: the face of lib/ for the scripts and for the window tests' launcher.
export { findBrowser, getBrowser } from './lib/browser.mjs'
export { ensureBuilt, forgetBuild } from './lib/build.mjs'
export { findElectron, hasScreen, tryDownloadElectron, withoutElectronOnWindows } from './lib/electron.mjs'
export { ensureInstalled } from './lib/install.mjs'
export { node24 } from './lib/node.mjs'
export { root } from './lib/paths.mjs'
