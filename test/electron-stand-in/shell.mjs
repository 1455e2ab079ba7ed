import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { runtime } from './runtime.mjs'
import { moveToTrash } from './trash.mjs'

/** Opens something in the desktop. Without a screen nothing opens; tests put their own function in the place. */
function openOnDesktop(target) {
  if (!runtime.headed) return
  const child = spawn(process.platform === 'darwin' ? 'open' : 'xdg-open', [target], {
    stdio: 'ignore',
    detached: true,
  })
  child.on('error', (error) => console.error(`stand-in: ${target} could not be opened: ${error.message}`))
  child.unref()
}

export const shell = {
  openExternal: async (url) => openOnDesktop(url),
  openPath: async (path) => {
    if (!existsSync(path)) return `File not found: ${path}`
    openOnDesktop(path)
    return ''
  },
  showItemInFolder: (path) => openOnDesktop(dirname(path)),
  trashItem: moveToTrash,
  beep: () => {},
}
