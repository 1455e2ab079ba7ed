// One instance for each userData folder: the first listens on a socket named after it, the others find it there.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @type {{ server: import('node:net').Server, path: string } | undefined} */
let held

/**
 * True for the first instance. For another: hands its arguments to the first and answers false.
 * The call is synchronous, as Electron's is, so the handing over happens in a short process of its own.
 */
export function takeInstance(userData, additionalData, onSecond) {
  if (held) return true
  const path = socketPath(userData)
  const message = JSON.stringify({
    argv: process.argv,
    directory: process.cwd(),
    additionalData: additionalData ?? null,
  })
  if (existsSync(path)) {
    const notify = new URL('./single-instance-notify.mjs', import.meta.url).pathname
    const { status } = spawnSync(process.execPath, [notify, path], { input: message, timeout: 5000 })
    if (status === 0) return false
    rmSync(path, { force: true }) // left behind by one that was killed
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => {
      socket.end('ok')
      if (text === '') return
      const { argv, directory, additionalData: data } = JSON.parse(text)
      onSecond(argv, directory, data)
    })
  })
  server.on('error', () => {})
  server.listen(path).unref()
  held = { server, path }
  return true
}

/** In the folder itself, so that it goes with it; but a socket's name is limited to about 100 bytes. */
function socketPath(userData) {
  const inside = join(userData, 'stand-in.sock')
  if (Buffer.byteLength(inside) > 100) {
    return join(tmpdir(), `stand-in-${createHash('sha256').update(userData).digest('hex').slice(0, 16)}.sock`)
  }
  mkdirSync(userData, { recursive: true })
  return inside
}

takeInstance.held = () => held !== undefined

export function releaseInstance() {
  if (!held) return
  held.server.close()
  rmSync(held.path, { force: true })
  held = undefined
}
