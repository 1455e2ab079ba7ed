/**
 * What a sandboxed preload finds around it, in the page. Evaluated in every document before any script of its own.
 * Everything it uses comes in through its parameters, since it travels as text.
 */
export function pageSide(config, { makeCodec, makeBridge, makeFilePaths, makeCorners, keepWindows }, preload) {
  const codec = makeCodec()
  const toMain = globalThis[config.binding]
  delete globalThis[config.binding]
  const post = (message) => toMain(codec.encode(message))

  // Ids must not meet an earlier document's: an answer to that one may still be under way.
  const documentId = Math.random().toString(36).slice(2)
  let lastId = 0
  const pending = new Map()
  const heldFiles = new Map()
  const listeners = new Map()

  function request(message, extra) {
    const id = `${documentId}:${++lastId}`
    return new Promise((resolve, reject) => {
      extra?.(id)
      post({ ...message, id })
      pending.set(id, { resolve, reject, channel: message.channel })
    })
  }

  const ipcRenderer = {
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    once(channel, listener) {
      const once = (...args) => {
        ipcRenderer.off(channel, once)
        listener(...args)
      }
      return ipcRenderer.on(channel, once)
    },
    off(channel, listener) {
      const rest = [...(listeners.get(channel) ?? [])]
      const at = rest.indexOf(listener)
      if (at >= 0) rest.splice(at, 1)
      listeners.set(channel, rest)
      return ipcRenderer
    },
    removeAllListeners(channel) {
      if (channel === undefined) listeners.clear()
      else listeners.delete(channel)
      return ipcRenderer
    },
    send: (channel, ...args) => post({ type: 'send', channel, args }),
    invoke: (channel, ...args) => request({ type: 'invoke', channel, args }),
  }
  ipcRenderer.addListener = ipcRenderer.on
  ipcRenderer.removeListener = ipcRenderer.off

  const receive = {
    event({ channel, args }) {
      for (const listener of listeners.get(channel) ?? []) listener({ sender: ipcRenderer, ports: [] }, ...args)
    },
    reply({ id, value, error }) {
      const { resolve, reject, channel } = pending.get(id) ?? {}
      pending.delete(id)
      if (error === undefined) resolve?.(value)
      else reject?.(new Error(`Error invoking remote method '${channel}': ${error}`))
    },
  }
  const fromMain = {
    message: (text) => {
      const message = codec.decode(text)
      receive[message.type](message)
    },
    files: (id) => heldFiles.get(id) ?? [],
    corners: makeCorners(),
  }
  fromMain.corners(config.corners)
  Object.defineProperty(globalThis, config.receiver, { value: fromMain })

  const askPaths = async (files) => {
    let own
    const paths = request({ type: 'paths' }, (id) => {
      own = id
      heldFiles.set(id, files)
    })
    return paths.finally(() => heldFiles.delete(own))
  }

  // Chromium refuses fetch() of a scheme it does not know. The address it does know is asked instead; CORS and the
  // content security policy judge it as they would judge the other.
  const scheme = new RegExp(`^(${config.schemes.join('|')})://([^/?#]+)`, 'i')
  const known = (address) => String(address).replace(scheme, 'http://$2.$1.localhost')
  if (config.schemes.length > 0) {
    const { fetch, XMLHttpRequest: Exchange } = globalThis
    globalThis.fetch = (input, init) => fetch(input instanceof Request ? input : known(input), init)
    const { open } = Exchange.prototype
    Exchange.prototype.open = function (method, address, ...rest) {
      return open.call(this, method, known(address), ...rest)
    }
  }

  keepWindows((wish) => post({ type: 'open', ...wish }))
  if (!preload) return
  const electron = {
    ipcRenderer,
    contextBridge: makeBridge(),
    webUtils: makeFilePaths(askPaths),
    webFrame: {
      getZoomFactor: () => 1,
      setZoomFactor: () => {},
      getZoomLevel: () => 0,
      setZoomLevel: () => {},
      // Of the page's own rank, and in no shadow tree: a user's sheet cannot be put in from here.
      insertCSS: (css) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(css)
        document.adoptedStyleSheets.push(sheet)
        return ''
      },
    },
  }
  const require = (name) => {
    if (name === 'electron' || name === 'electron/renderer' || name === 'electron/common') return electron
    throw new Error(`module not found: ${name}`)
  }
  const process = { ...config.process, type: 'renderer', sandboxed: true, contextIsolated: true, env: {}, argv: [] }
  const module = { exports: {} }
  preload(require, module, module.exports, process, globalThis)
}
