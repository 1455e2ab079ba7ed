import { contextBridge, ipcRenderer, webFrame, webUtils } from 'electron'
import type { PrintroomBridge } from '../contract/ipc.ts'
import { rights } from '../contract/rights.ts'
import { hearActs } from './acts.ts'
import { eventNames } from './names.ts'
import { hearPresses } from './presses.ts'

const bridge: PrintroomBridge = {
  call: (name, input) =>
    Object.hasOwn(rights, name)
      ? ipcRenderer.invoke('printroom:call', name, input)
      : Promise.reject(new Error(`The window has no call named ${String(name)}.`)),

  on: (name, listener) => {
    if (!Object.hasOwn(eventNames, name)) return () => undefined
    const hear = (_event: unknown, heard: unknown, payload: Parameters<typeof listener>[0]): void => {
      if (heard === name) listener(payload)
    }
    ipcRenderer.on('printroom:event', hear)
    return () => {
      ipcRenderer.off('printroom:event', hear)
    }
  },

  handlesOf: async (files) => {
    const paths = files.map((file) => webUtils.getPathForFile(file))
    // What is no file need not be asked about: one that a script made has no path.
    return paths.every((path) => path === '') ? paths : ipcRenderer.invoke('printroom:files', paths)
  },
}

contextBridge.exposeInMainWorld('printroom', bridge)

// Pictures of the page over the page, which the look at a button does not find where they hang in a closed tree. A user's own
// rule is above all that a page says. The app has none.
webFrame.insertCSS('::view-transition { display: none !important }', { cssOrigin: 'user' })

// Before any script of the page: what was pressed in the page before this one is not for it.
ipcRenderer.send('printroom:began')
hearActs(() => ipcRenderer.send('printroom:act'))
hearPresses((report) => ipcRenderer.send('printroom:press', report))
