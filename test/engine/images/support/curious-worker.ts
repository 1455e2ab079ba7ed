// In place of the image worker: does what a decoder that a picture has taken over would try, and tells what it got.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, type NetConnectOpts } from 'node:net'
import { codeOf } from '../../../../src/domain/error-code.ts'

interface Wish {
  port: number
  socket: string
  parent: number
  picture: string
  own: string
  outside: string
  keys: string
}

const tried = (act: () => unknown): string => {
  try {
    act()
    return 'done'
  } catch (error) {
    return codeOf(error)
  }
}
const reached = (where: NetConnectOpts): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(where)
      .on('connect', () => {
        socket.destroy()
        resolve('done')
      })
      .on('error', (error) => resolve(codeOf(error)))
  })

process.on('message', async ({ port, socket, parent, picture, own, outside, keys }: Wish) => {
  process.send?.({
    network: await reached({ port, host: '127.0.0.1' }),
    bus: await reached({ path: socket }),
    processes: readdirSync('/proc').includes(String(parent)) ? 'done' : 'none',
    reads: tried(() => readFileSync(picture)),
    writes: tried(() => writeFileSync(own, 'x')),
    writesOutside: tried(() => writeFileSync(outside, 'x')),
    keys: tried(() => readFileSync(keys)),
  })
})
process.on('disconnect', () => process.exit())
