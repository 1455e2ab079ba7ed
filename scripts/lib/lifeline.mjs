// Loaded first into a program that run.mjs started with a lifeline: file descriptor 3, whose other end closes with
// the one who holds it. What is killed there ends here too, and nothing goes on spending in the dark.
import { Socket } from 'node:net'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  // Its children are not to load this: their descriptor 3 is something else.
  process.execArgv.splice(process.execArgv.indexOf('--import'), 2)
  const line = new Socket({ fd: 3, readable: true, writable: false })
  line.on('error', () => {})
  line.on('close', () => process.kill(process.pid, 'SIGKILL'))
  line.resume()
  line.unref()
}
