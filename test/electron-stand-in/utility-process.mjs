import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { constants } from 'node:os'
import { sendAmongOurs } from './wire.mjs'

class UtilityProcess extends EventEmitter {
  #child

  constructor(child) {
    super()
    this.#child = child
    this.pid = undefined
    this.stdout = child.stdout
    this.stderr = child.stderr
    child.on('spawn', () => {
      this.pid = child.pid
      this.emit('spawn')
    })
    child.on('message', (message) => this.emit('message', message))
    child.on('error', (error) => this.emit('error', 'FatalError', error.message, ''))
    child.on('exit', (code, signal) => {
      this.pid = undefined
      this.emit('exit', code ?? 128 + (constants.signals[signal] ?? 0))
    })
  }

  postMessage(message, transfer = []) {
    if (transfer.length > 0) throw new Error('stand-in: message ports cannot be transferred')
    if (this.#child.connected) sendAmongOurs(() => this.#child.send(message, () => {}))
  }

  kill() {
    return this.#child.kill()
  }
}

export const utilityProcess = {
  fork(modulePath, args = [], options = {}) {
    const { env = process.env, cwd, execArgv = [], stdio = 'inherit' } = options
    const [, out, err] = Array.isArray(stdio) ? stdio : ['ignore', stdio, stdio]
    const child = fork(modulePath, args, {
      env,
      cwd,
      execArgv: ['--import', new URL('./utility-child.mjs', import.meta.url).href, ...execArgv],
      stdio: ['ignore', out, err, 'ipc'],
      // Structured clone, as between Electron's processes.
      serialization: 'advanced',
    })
    return new UtilityProcess(child)
  },
}
