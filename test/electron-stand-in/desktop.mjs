// What a desktop has and a stand-in has not: the smallest answers that let an app run.
import { EventEmitter } from 'node:events'
import { preventable } from './runtime.mjs'

const display = {
  id: 1,
  label: 'stand-in',
  scaleFactor: 1,
  rotation: 0,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  size: { width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
  workAreaSize: { width: 1920, height: 1040 },
}

export const screen = Object.assign(new EventEmitter(), {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
  getDisplayMatching: () => display,
  getDisplayNearestPoint: () => display,
  getCursorScreenPoint: () => ({ x: 0, y: 0 }),
})

/** Tests emit `suspend` and `resume` themselves. */
export const powerMonitor = Object.assign(new EventEmitter(), {
  onBatteryPower: false,
  isOnBatteryPower: () => false,
  getSystemIdleState: () => 'active',
  getSystemIdleTime: () => 0,
  getCurrentThermalState: () => 'nominal',
})

const blockers = new Set()
export const powerSaveBlocker = {
  start: () => {
    blockers.add(blockers.size + 1)
    return blockers.size
  },
  stop: (id) => blockers.delete(id),
  isStarted: (id) => blockers.has(id),
}

let clipboardText = ''
let clipboardItems = []
export class ClipboardItem {
  #items
  constructor(items) {
    this.#items = items
    this.types = Object.keys(items)
  }
  getType = async (type) => this.#items[type]
}

/** The app's own clipboard, shared with no other program. What is written is there a moment later, as with the system's. */
export const clipboard = {
  readText: async () => clipboardText,
  writeText: async (text) => {
    await new Promise(setImmediate)
    clipboardText = text
  },
  clear: () => {
    clipboardText = ''
    clipboardItems = []
  },
  write: async (items) => {
    clipboardItems = items
  },
  read: async () => clipboardItems,
}

export class Notification extends EventEmitter {
  constructor(options = {}) {
    super()
    Object.assign(this, options)
  }
  show() {
    queueMicrotask(() => this.emit('show', preventable()))
  }
  close() {
    this.emit('close', preventable())
  }
  static isSupported = () => true
}

export const crashReporter = { start: () => {} }
