// Loaded first into a utility process: gives it Electron's process.parentPort.
import { EventEmitter } from 'node:events'

class ParentPort extends EventEmitter {
  postMessage(message) {
    process.send(message)
  }
}

process.parentPort = new ParentPort()
process.type = 'utility'
process.on('message', (data) => process.parentPort.emit('message', { data, ports: [] }))
