import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

/**
 * Starts a worker and stands in its line: what the parent wrote by V8 reaches the worker as a newer V8 writes it, by the
 * format's number alone. The line's descriptor is the first argument, the worker and its arguments are the others.
 */
const [line, ...args] = process.argv.slice(2)
const older = Buffer.from([0xff, 0x0f])
const newer = Buffer.from([0xff, 0x10])

const parent = new Socket({ fd: Number(line) })
const worker = spawn(process.execPath, args, {
  env: { ...process.env, NODE_CHANNEL_FD: '3' },
  stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
})
const child = worker.stdio[3] as Socket

parent.on('data', (bytes: Buffer) => {
  for (let at = bytes.indexOf(older); at >= 0; at = bytes.indexOf(older, at)) newer.copy(bytes, at)
  child.write(bytes)
})
child.pipe(parent)
parent.on('close', () => child.destroy())
worker.on('exit', (code) => process.exit(code ?? 1))
