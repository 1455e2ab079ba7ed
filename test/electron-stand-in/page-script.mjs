import { readFileSync } from 'node:fs'
import { makeCodec } from './codec.mjs'
import { makeCorners } from './corners.mjs'
import { makeBridge } from './page-bridge.mjs'
import { makeFilePaths } from './page-files.mjs'
import { pageSide } from './page-side.mjs'
import { keepWindows } from './page-windows.mjs'

/**
 * The text for Page.addScriptToEvaluateOnNewDocument. The app's preload stands in it word for word as the body of a
 * function: the page's policy forbids to evaluate text, and spares only what comes in this way.
 */
export function pageScript(config, preloadFile) {
  const preload = preloadFile
    ? `(function (require, module, exports, process, global) {\n${readFileSync(preloadFile, 'utf8')}\n})`
    : 'null'
  const parts = `{ makeCodec: ${makeCodec}, makeBridge: ${makeBridge}, makeFilePaths: ${makeFilePaths}, makeCorners: ${makeCorners}, keepWindows: ${keepWindows} }`
  return `if (window === top) (${pageSide})(${JSON.stringify(config)}, ${parts}, ${preload})`
}
