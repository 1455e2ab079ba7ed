import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { ImageWorkerError } from '../../../src/engine/images/errors.ts'
import { forkImageWorker } from '../../../src/engine/images/spawn.ts'
import { eventually } from '../../support/eventually.ts'
import { flat } from './support/pictures.ts'
import { rudeWorker } from './support/rude.ts'
import { useWorkshop } from './support/workshop.ts'

const shop = useWorkshop()
const rude = (options = {}) => shop.start({ entry: rudeWorker, workers: 1, ...options })
const photo = () => flat(64, 48).jpeg().toBuffer()

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function errorOf(call: Promise<unknown>): Promise<ImageWorkerError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ImageWorkerError) return error
  throw new Error(`not an ImageWorkerError: ${String(error)}`)
}

describe('workers that are woken', () => {
  it('are there before the first task, which they do, and end where none comes', async () => {
    const ends: Promise<void>[] = []
    const start = forkImageWorker({ nodePath: process.execPath, entry: rudeWorker })
    const spawn = () => {
      const channel = start()
      ends.push(new Promise((ended) => channel.onExit(ended)))
      return channel
    }
    const images = rude({ workers: 3, idleMs: 2_000, spawn })
    images.wake()
    images.wake()
    expect(ends).toHaveLength(2)
    const path = await shop.write('woken.jpg', await photo())
    expect((await images.inspect(path)).problem).toBeNull()
    await Promise.all(ends)
    expect(ends).toHaveLength(2)
  })
})

describe('a worker that is lost', () => {
  it('is replaced, and the call is tried once more', async () => {
    const path = await shop.write('die-once.jpg', await photo())
    expect(await rude().inspect(path)).toMatchObject({ format: 'jpeg', problem: null })
    expect(existsSync(`${path}.died`)).toBe(true)
  })

  it('costs only the file that kills it, which is tried twice and then never again', async () => {
    const images = rude()
    const path = await shop.write('die-always.jpg', await photo())
    const good = await shop.write('good.jpg', await photo())
    const limits = { maxEdge: 100, maxBytes: 100_000 }
    const [bad, fine] = await Promise.all([errorOf(images.prepareReference(path, limits)), images.inspect(good)])
    expect(bad.code).toBe('died')
    expect(bad.message).toMatch(/^This file .*; nothing was sent or charged; .*\.$/)
    expect(fine.problem).toBeNull()
    expect((await errorOf(images.prepareReference(path, limits))).code).toBe('given-up')
    expect(await readFile(`${path}.tries`, 'utf8')).toBe('xx')
  })

  it('is tried five times where it only takes too long, since the computer may be slow', async () => {
    const images = rude({ timeoutMs: 200, startTimeoutMs: 20_000 })
    const path = await shop.write('pid-wait-slow.jpg', await photo())
    const codes: string[] = []
    for (let n = 0; n < 6; n += 1) codes.push((await errorOf(images.detail(path, `${path}.webp`, 64))).code)
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'timeout'), 'given-up'])
  })

  it('is one that hangs, after the time limit; the next call works', async () => {
    const images = rude({ timeoutMs: 5_000 })
    const path = await shop.write('pid-hang.jpg', await photo())
    const error = await errorOf(images.examine(path))
    expect(error.code).toBe('timeout')
    expect(error.message).not.toMatch(/charged/)
    expect((await images.inspect(await shop.write('after.jpg', await photo()))).problem).toBeNull()
    const pid = Number(await readFile(`${path}.pid`, 'utf8'))
    await eventually(() => expect(isAlive(pid)).toBe(false))
  })

  it('is one that answers nonsense', async () => {
    const images = rude()
    expect((await errorOf(images.inspect(await shop.write('nonsense.jpg', 'x')))).code).toBe('died')
    expect((await errorOf(images.inspect(await shop.write('wrong.jpg', 'x')))).code).toBe('died')
  })

  it('is one that takes more memory than it may', async () => {
    const images = shop.start({ workers: 1, memoryLimitBytes: 150 * 2 ** 20 })
    const interlaced = await flat(9000, 7000).png({ progressive: true }).toBuffer()
    const large = await shop.write('large.png', interlaced)
    const error = await errorOf(images.prepareReference(large, { maxEdge: 7000, maxBytes: 50_000_000 }))
    expect(error.code).toBe('memory')
    expect((await images.inspect(await shop.write('small.jpg', await photo()))).problem).toBeNull()
  })

  it('is one that cannot be started at all: each call says so', async () => {
    const images = shop.start({ entry: '/nowhere/worker.ts' })
    const error = await errorOf(images.inspect(await shop.write('any.jpg', await photo())))
    expect(error.code).toBe('unavailable')
  })
})

describe('the processes', () => {
  it('get no secret, no preload and no Node options from the environment', async () => {
    const forbidden = {
      PRINTROOM_API_KEY: 'k',
      NODE_OPTIONS: '--no-warnings',
      LD_PRELOAD: '',
      HTTPS_PROXY: 'http://u:p@h',
      ANYTHING: '1',
    }
    for (const [name, value] of Object.entries(forbidden)) vi.stubEnv(name, value)
    const path = await shop.write('env.jpg', await photo())
    await rude().inspect(path)
    vi.unstubAllEnvs()
    const seen = Object.keys(JSON.parse(await readFile(`${path}.env`, 'utf8')))
    expect(seen.filter((name) => name in forbidden)).toEqual([])
    expect(seen).toContain('PATH')
  })

  it('are started by the first call and end after being idle', async () => {
    const images = rude({ idleMs: 200 })
    const path = await shop.write('pid-idle.jpg', await photo())
    await images.inspect(path)
    const pid = Number(await readFile(`${path}.pid`, 'utf8'))
    expect(isAlive(pid)).toBe(true)
    await eventually(() => expect(isAlive(pid)).toBe(false))
    expect((await images.inspect(path)).problem).toBeNull()
  })

  it('end with their parent, and do not keep one alive that has no more work', async () => {
    const parent = (file: string) =>
      fork(join(import.meta.dirname, 'support/lone-parent.ts'), [rudeWorker, shop.folder, file], { execArgv: [] })
    const finishing = parent(await shop.write('finishing.jpg', await photo()))
    const [status] = await once(finishing, 'exit')
    expect(status).toBe(0)

    const path = await shop.write('pid-orphan-wait.jpg', await photo())
    const killed = parent(path)
    await eventually(() => expect(existsSync(`${path}.pid`)).toBe(true))
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const pid = Number(await readFile(`${path}.pid`, 'utf8'))
    await eventually(() => expect(isAlive(pid)).toBe(false))
  })

  it('end when they are closed, and calls under way and waiting are rejected', async () => {
    const images = rude()
    const path = await shop.write('pid-hang-close.jpg', await photo())
    const calls = [errorOf(images.inspect(path)), errorOf(images.inspect(path))]
    await eventually(() => expect(existsSync(`${path}.pid`)).toBe(true))
    await images.close()
    expect((await Promise.all(calls)).map((error) => error.code)).toEqual(['closed', 'closed'])
    expect(isAlive(Number(await readFile(`${path}.pid`, 'utf8')))).toBe(false)
    expect((await errorOf(images.inspect(path))).code).toBe('closed')
  })
})

describe('files that are inspected together', () => {
  it('go in few messages, and each is answered for itself', async () => {
    const start = forkImageWorker({ nodePath: process.execPath, entry: rudeWorker })
    const sent: unknown[] = []
    const images = rude({
      spawn: () => {
        const channel = start()
        const send = (message: unknown) => {
          sent.push(message)
          channel.send(message)
        }
        return { ...channel, send }
      },
    })
    const names = Array.from({ length: 40 }, (_, n) => (n === 7 ? 'empty-7.jpg' : `many-${n}.jpg`))
    const bytes = await photo()
    const paths = await Promise.all(names.map((name) => shop.write(name, name.startsWith('empty') ? '' : bytes)))
    const found = await Promise.all(paths.map((path) => images.inspect(path)))
    expect(found.flatMap(({ problem }, n) => (problem === null ? [] : [n]))).toEqual([7])
    expect(found[7]?.problem).toContain('empty')
    expect(sent.length).toBeLessThan(6)
  })

  it('do not pay for one that ends its worker, hangs it, or needs a worker of its own', async () => {
    const images = rude({ workers: 2, timeoutMs: 5_000 })
    const bytes = await photo()
    const tiff = await sharp(bytes).tiff().toBuffer()
    const names = ['together-1.jpg', 'die-always-together.jpg', 'together-2.jpg', 'hang-together.jpg', 'together-3.tif']
    const paths = await Promise.all(
      names.map((name, n) => shop.write(name, name.endsWith('.tif') ? tiff : Buffer.concat([bytes, Buffer.from([n])]))),
    )
    const found = await Promise.allSettled(paths.map((path) => images.inspect(path)))
    const words = found.map((one) =>
      one.status === 'rejected' ? one.reason.code : (one.value.problem ?? one.value.format),
    )
    expect(words).toEqual(['jpeg', 'died', 'jpeg', 'timeout', 'tiff'])
  })
})

describe('the queue', () => {
  it('takes what is looked at first and bulk last', async () => {
    const images = rude()
    const order: string[] = []
    const names = ['bulk.jpg', 'normal.jpg', 'visible.jpg', 'pid-held-first.jpg'] as const
    const [bulk, normal, visible, first] = await Promise.all(names.map(async (name) => shop.write(name, await photo())))
    const call = async (path = '', priority: 'visible' | 'normal' | 'bulk' = 'normal') => {
      await images.inspect(path, { priority })
      order.push(basename(path))
    }
    const calls = [call(first)]
    await eventually(() => expect(existsSync(`${first}.pid`)).toBe(true))
    calls.push(call(bulk, 'bulk'), call(normal, 'normal'), call(visible, 'visible'))
    await shop.write('pid-held-first.jpg.go', '')
    await Promise.all(calls)
    expect(order).toEqual(['pid-held-first.jpg', 'visible.jpg', 'normal.jpg', 'bulk.jpg'])
  })

  it('lets go of a waiting call that is called off, and never starts it', async () => {
    const images = rude({ timeoutMs: 5_000 })
    const first = await shop.write('pid-hang-first.jpg', await photo())
    const hanging = errorOf(images.inspect(first))
    await eventually(() => expect(existsSync(`${first}.pid`)).toBe(true))
    const path = await shop.write('log-aborted.jpg', await photo())
    const controller = new AbortController()
    const aborted = errorOf(images.inspect(path, { signal: controller.signal }))
    controller.abort()
    expect((await aborted).code).toBe('aborted')
    expect((await hanging).code).toBe('timeout')
    await images.inspect(await shop.write('last.jpg', await photo()))
    expect(existsSync(`${path}.log`)).toBe(false)
  })
})
