// What a desktop has and a stand-in has not: the smallest answers that let an app run.
import { EventEmitter } from 'node:events'
import { preventable } from './runtime.mjs'

/** Tests emit `suspend` and `resume` themselves. */
export const powerMonitor = Object.assign(new EventEmitter(), {
  onBatteryPower: false,
  isOnBatteryPower: () => false,
  getSystemIdleState: () => 'active',
  getSystemIdleTime: () => 0,
  getCurrentThermalState: () => 'nominal',
})

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

/** Notices on the desktop, which does not hold them: one that nobody else holds is collected, and hears of no click. */
const onDesktop = new Set()

export class Notification extends EventEmitter {
  constructor(options = {}) {
    super()
    Object.assign(this, options)
  }
  show() {
    onDesktop.add(new WeakRef(this))
    queueMicrotask(() => this.emit('show', preventable()))
  }
  close() {
    for (const one of onDesktop) if (one.deref() === this) onDesktop.delete(one)
    this.emit('close', preventable())
  }
  static isSupported = () => true
}

/** Those a person could still click: for tests. */
export const noticesAlive = () => [...onDesktop].flatMap((one) => one.deref() ?? [])
