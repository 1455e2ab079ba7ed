// The DevTools protocol over Chromium's pipe: JSON messages that end with a NUL byte.
// A pipe rather than a socket, because Chromium ends itself when it breaks, whatever became of us.
export class Cdp {
  #toBrowser
  #lastId = 0
  #waiting = new Map()
  #listeners = new Map()
  #chunks = []

  constructor(toBrowser, fromBrowser) {
    this.#toBrowser = toBrowser
    toBrowser.on('error', () => {})
    fromBrowser.on('data', (chunk) => this.#read(chunk))
    fromBrowser.on('close', () => this.#fail())
  }

  /** Events of one session, or of the browser itself with ''. `listener(method, params)` */
  listen(sessionId, listener) {
    this.#listeners.set(sessionId, listener)
  }

  unlisten(sessionId) {
    this.#listeners.delete(sessionId)
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#lastId
    this.#toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, method }))
  }

  #read(chunk) {
    let from = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      this.#chunks.push(chunk.subarray(from, end))
      this.#take(JSON.parse(Buffer.concat(this.#chunks).toString()))
      this.#chunks = []
      from = end + 1
    }
    if (from < chunk.length) this.#chunks.push(chunk.subarray(from))
  }

  #take(message) {
    if (!message.id) {
      this.#listeners.get(message.sessionId ?? '')?.(message.method, message.params)
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`))
    else waiting?.resolve(message.result)
  }

  #fail() {
    for (const { reject, method } of this.#waiting.values()) reject(new Error(`${method}: the browser is gone`))
    this.#waiting.clear()
  }
}
