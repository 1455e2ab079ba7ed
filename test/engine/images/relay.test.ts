import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { cleanEnvironment } from '../../../src/engine/images/clean-environment.ts'
import { createImages, type ImagesOptions } from '../../../src/engine/images/client.ts'
import type { Images } from '../../../src/engine/images/port.ts'
import { relayedImageWorkers, serveImageWorkers, type UtilityProcessLike } from '../../../src/engine/images/relay.ts'
// The stand-in's: a real process with Electron's parentPort.
import { utilityProcess } from '../../electron-stand-in/utility-process.mjs'
import { eventually } from '../../support/eventually.ts'
import { flat } from './support/pictures.ts'
import { rudeWorker } from './support/rude.ts'
import { useWorkshop } from './support/workshop.ts'

const shop = useWorkshop()
const opened: { images: Images; close: () => void }[] = []

/** As in the app where no plain Node is needed: workers of main's, used from elsewhere over a port. */
function relayed(options: Partial<ImagesOptions> = {}, entry = rudeWorker): Images {
  const { port1, port2 } = new MessageChannel()
  const fork = (): UtilityProcessLike =>
    utilityProcess.fork(entry, [], { env: cleanEnvironment(process.env), stdio: 'ignore' })
  serveImageWorkers(port1, fork)
  const spawn = relayedImageWorkers(port2)
  const images = createImages({ spawn, outputFolder: join(shop.folder, 'relayed'), workers: 1, ...options })
  opened.push({ images, close: () => port2.close() })
  return images
}

afterEach(async () => {
  for (const { images, close } of opened.splice(0)) {
    await images.close()
    close()
  }
})

const photo = () => flat(64, 48).jpeg().toBuffer()

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('utility processes as image workers', () => {
  it('prepare pictures', async () => {
    const limits = { maxEdge: 32, maxBytes: 100_000 }
    const answer = await relayed().prepareReference(await shop.write('relayed.jpg', await photo()), limits)
    expect(answer).toMatchObject({ decision: 'encoded', width: 32, height: 24 })
  })

  it('are replaced when they die, and the file that kills them costs only itself', async () => {
    const images = relayed()
    expect(await images.inspect(await shop.write('die-once-relayed.jpg', await photo()))).toMatchObject({
      problem: null,
    })
    const path = await shop.write('die-always-relayed.jpg', await photo())
    await expect(images.inspect(path)).rejects.toMatchObject({ code: 'died' })
    expect((await images.inspect(await shop.write('good-relayed.jpg', await photo()))).problem).toBeNull()
  })

  it('are ended for certain when they hang', async () => {
    const images = relayed({ timeoutMs: 5_000 })
    const path = await shop.write('pid-hang-relayed.jpg', await photo())
    await expect(images.inspect(path)).rejects.toMatchObject({ code: 'timeout' })
    const pid = Number(await readFile(`${path}.pid`, 'utf8'))
    await eventually(() => expect(isAlive(pid)).toBe(false))
  })

  it('end when the engine’s end of the line closes, as when its thread dies', async () => {
    const images = relayed()
    const path = await shop.write('pid-closing-relayed.jpg', await photo())
    await images.inspect(path)
    const pid = Number(await readFile(`${path}.pid`, 'utf8'))
    expect(isAlive(pid)).toBe(true)
    opened.at(-1)?.close()
    await eventually(() => expect(isAlive(pid)).toBe(false))
  })

  it('that cannot be started are said to be unavailable', async () => {
    const images = relayed({}, '/nowhere/worker.ts')
    const path = await shop.write('any-relayed.jpg', await photo())
    await expect(images.inspect(path)).rejects.toMatchObject({ code: 'unavailable' })
  })
})
