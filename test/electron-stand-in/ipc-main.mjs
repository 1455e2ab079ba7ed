import { EventEmitter } from 'node:events'
import { makeCodec } from './codec.mjs'
import { preventable } from './runtime.mjs'
import { originOf } from './schemes.mjs'

export const codec = makeCodec()

class IpcMain extends EventEmitter {
  #handlers = new Map()

  handle = (channel, listener) => {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    if (typeof listener !== 'function')
      throw new TypeError(`Expected handler to be a function, but found type '${typeof listener}'`)
    this.#handlers.set(channel, listener)
  }
  handleOnce = (channel, listener) => {
    this.handle(channel, (...args) => {
      this.removeHandler(channel)
      return listener(...args)
    })
  }
  removeHandler = (channel) => void this.#handlers.delete(channel)

  /** The answer to `ipcRenderer.invoke`, ready to be sent. */
  async answer(contents, { id, channel, args }) {
    try {
      const handler = this.#handlers.get(channel)
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      return codec.encode({ type: 'reply', id, value: await handler(senderEvent(contents), ...args) })
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error)
      return codec.encode({ type: 'reply', id, error: String(error) })
    }
  }

  /** `ipcRenderer.send`. */
  deliver(contents, { channel, args }) {
    const event = senderEvent(contents)
    contents.emit('ipc-message', event, channel, ...args)
    this.emit(channel, event, ...args)
  }
}

export const ipcMain = new IpcMain()

function senderEvent(contents) {
  const frame = contents.mainFrame
  return {
    ...preventable(),
    type: 'frame',
    sender: contents,
    senderFrame: frame,
    frameId: frame?.routingId,
    processId: frame?.processId,
    reply: (channel, ...args) => contents.send(channel, ...args),
  }
}

/** Only the main frame exists for the stand-in: the preload runs in no other. */
export function makeFrame(contents) {
  return {
    get url() {
      return contents.getURL()
    },
    get origin() {
      return originOf(contents.getURL())
    },
    parent: null,
    get top() {
      return contents.mainFrame
    },
    frames: [],
    name: '',
    processId: contents.id,
    routingId: 1,
    frameToken: `stand-in-${contents.id}`,
    isDestroyed: () => contents.isDestroyed(),
    send: (channel, ...args) => contents.send(channel, ...args),
    executeJavaScript: (code) => contents.executeJavaScript(code),
  }
}
