import { randomUUID } from 'node:crypto'
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { confiner } from '../../../src/engine/images/confined.ts'
import { forkImageWorker } from '../../../src/engine/images/spawn.ts'
import { newFolder } from '../../support/folders.ts'
import { flat } from './support/pictures.ts'
import { useWorkshop } from './support/workshop.ts'

/** Where it is installed elsewhere than systems put it. */
const places = process.env.BWRAP === undefined ? undefined : [process.env.BWRAP]
const isHere = confiner(process.execPath, places) !== null
if (!isHere) console.log('Tests of the confined image worker skip: this system has no bubblewrap that works.')
const entry = join(import.meta.dirname, 'support', 'curious-worker.ts')
const shop = useWorkshop()

async function listening(where: number | string): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((done) => server.listen(where, done))
  onTestFinished(() => void server.close())
  return server
}

/** Where sockets of the session lie, and this account may put one; null: nowhere. */
function runFolder(): string | null {
  for (const folder of [`/run/user/${process.getuid?.()}`, '/run'])
    try {
      accessSync(folder, constants.W_OK)
      return folder
    } catch {
      // Not there, or another account's.
    }
  return null
}

/** Numbers of processes that were started with a folder to write into. */
const confinedTo = (folder: string): string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`\0${folder}\0`)
    } catch {
      return false
    }
  })

/** What a worker that was taken over gets at. */
async function gotBy(options: { writable?: string[]; confiners?: string[] }): Promise<Record<string, string>> {
  const [own, elsewhere] = [newFolder(), newFolder()]
  const { port } = (await listening(0)).address() as { port: number }
  const run = runFolder()
  const bus = join(run ?? own, randomUUID().slice(0, 8))
  await listening(bus)
  onTestFinished(() => rmSync(bus, { force: true }))
  const home = newFolder()
  vi.stubEnv('HOME', home)
  onTestFinished(() => void vi.unstubAllEnvs())
  mkdirSync(join(home, '.ssh'))
  const keys = join(home, '.ssh', 'id')
  writeFileSync(keys, 'x')
  const picture = join(elsewhere, 'picture.png')
  writeFileSync(picture, 'x')
  const { writable = [own], ...rest } = options
  const worker = forkImageWorker({ nodePath: process.execPath, entry, writable, ...rest })()
  onTestFinished(() => worker.kill())
  worker.hold(true)
  const told = new Promise<Record<string, string>>((resolve, reject) => {
    worker.onMessage((message) => resolve(message as Record<string, string>))
    worker.onExit(() => reject(new Error('it ended')))
  })
  worker.send({
    ...{ port, socket: bus, parent: process.pid, picture, keys },
    ...{ own: join(own, 'made'), outside: join(elsewhere, 'made') },
  })
  return told
}

describe.runIf(isHere)('the image worker, where the system has bubblewrap', () => {
  it('has neither network nor D-Bus, sees no other process, and writes only what it makes (W8)', async () => {
    const { keys, bus, network, ...rest } = await gotBy(places ? { confiners: places } : {})
    const got = [network, keys, ...(runFolder() === null ? [] : [bus])]
    expect(got.filter((each) => each === 'done')).toEqual([])
    expect(rest).toEqual({ processes: 'none', reads: 'done', writes: 'done', writesOutside: 'EROFS' })
  })

  it('prepares pictures as ever, and ends at once when it is killed', async () => {
    const outputFolder = join(shop.folder, 'confined')
    mkdirSync(outputFolder)
    const spawn = forkImageWorker({
      nodePath: process.execPath,
      entry: (await import('./support/workshop.ts')).workerEntry,
      writable: [outputFolder],
      ...(places ? { confiners: places } : {}),
    })
    const images = shop.start({ spawn, outputFolder, workers: 1 })
    const path = await shop.write('confined.jpg', await flat(640, 480).jpeg().toBuffer())
    const prepared = await images.prepareReference(path, { maxBytes: 1_000_000, maxEdge: 4096 } as never)
    expect(prepared).toMatchObject({ width: 640, height: 480 })
    // Also in the moments in which it begins.
    for (let afterMs = 0; afterMs < 40; afterMs += 2) {
      const channel = spawn()
      channel.hold(true)
      const ended = new Promise<void>((resolve) => channel.onExit(resolve))
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      channel.kill()
      await ended
    }
    await images.close()
    await expect.poll(() => confinedTo(outputFolder)).toEqual([])
  })
})

it('without bubblewrap, or where that does not work, the worker runs as it is', async () => {
  const broken = join(newFolder(), 'bwrap')
  writeFileSync(broken, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  for (const confiners of [[], [join(newFolder(), 'none')], [broken]]) {
    expect(confiner(process.execPath, confiners)).toBeNull()
    expect(await gotBy({ confiners })).toMatchObject({ network: 'done', reads: 'done', writesOutside: 'done' })
  }
})
