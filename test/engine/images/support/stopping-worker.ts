import { connectToParent } from '../../../../src/engine/images/worker/parent-port.ts'

/** A worker that ends under every file, as one that the system kills for want of memory. */
const port = connectToParent()
port.onMessage(() => process.kill(process.pid, 'SIGKILL'))
port.send({ kind: 'ready' })
