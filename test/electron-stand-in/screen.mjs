import { spawnSync } from 'node:child_process'
import { runtime } from './runtime.mjs'

/** Without a screen: large enough for any window. */
const boundless = { x: 0, y: 0, width: 1920, height: 1200 }
/** On a screen, the system's own frame stands around a window's page, which Electron's windows do not have. */
const frame = 40

/** What the system's panels leave free, as the window manager tells it (EWMH, `_NET_WORKAREA`). */
function freeArea() {
  if (!runtime.headed) return boundless
  const { stdout } = spawnSync('xprop', ['-root', '-notype', '_NET_WORKAREA'], { encoding: 'utf8', timeout: 2000 })
  const [x = 0, y = 0, width = 0, height = 0] = (/= *([\d, ]+)/.exec(stdout ?? '')?.[1] ?? '').split(',').map(Number)
  return width > 0 && height > frame ? { x, y, width, height: height - frame } : boundless
}

export const screen = {
  getPrimaryDisplay: () => {
    const workArea = freeArea()
    return { workArea, workAreaSize: { width: workArea.width, height: workArea.height } }
  },
}
