// Loaded before a worker's own program: what it dials at the service's port goes to a port of this worker's alone. All workers
// have to name the service by one address, and yet each has a cable of its own, which can be cut.
import { Socket } from 'node:net'

const [from, to] = (process.env.PRINTROOM_TEST_CABLE ?? '').split(' ').map(Number)
const { connect } = Socket.prototype
Socket.prototype.connect = function (this: Socket, ...asked: unknown[]) {
  // Called by net.connect with a list of what it was called with, or directly.
  const [first] = asked.flat() as { port?: number | string }[]
  if (typeof first === 'object' && first !== null && Number(first.port) === from) first.port = to ?? 0
  return Reflect.apply(connect, this, asked) as Socket
} as typeof connect
