import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keepDiskReserve } from '../../../src/engine/store/disk-reserve.ts'
import { fill, mayMount, smallDisk } from '../../support/small-disk.ts'
import { StrangeService } from '../../support/strange-service.ts'
import { eventsOf, printroom, resultOf } from '../../support/terminal.ts'
import { assetOf } from './support/assets.ts'
import { opened, orderNumber, stepOf } from './support/open.ts'

const canMount = mayMount('full-disk tests')

const service = 'http://127.0.0.1:9'

/** A home on a small disk with an order and a result, closed; then the disk is filled up. */
async function fullHome(): Promise<string> {
  const disk = smallDisk()
  const data = join(disk, 'service')
  const store = await opened(data)
  store.receipts.save([stepOf(orderNumber(1, { origin: service }))])
  store.assets.add(assetOf(1, { origin: service }))
  store.keyValues.setNote('library_indexed', 'yes')
  store.close()
  fill(disk)
  return disk
}

const look = (home: string, ...words: string[]) => printroom(['--home', home, '--service', service, '--json', ...words])

describe.runIf(canMount)('on a full disk', () => {
  it('what is at home can be looked at, again and again; the ballast is given up for it', async () => {
    const home = await fullHome()
    expect(existsSync(join(home, 'service', 'ballast'))).toBe(true)
    for (let times = 0; times < 3; times += 1) {
      const library = await look(home, 'library', 'list')
      expect(library.status, library.stderr).toBe(0)
      expect(library.lines).toHaveLength(1)
      const receipts = await look(home, 'receipts', 'list')
      expect(eventsOf(receipts, 'request'), receipts.stderr).toHaveLength(1)
    }
    expect(existsSync(join(home, 'service', 'ballast'))).toBe(false)
  })

  it('it can be looked at even when what the ballast gave was taken by others', async () => {
    const home = await fullHome()
    rmSync(join(home, 'service', 'ballast'))
    fill(home, 'another')
    for (let times = 0; times < 2; times += 1) {
      const library = await look(home, 'library', 'list')
      expect(library.status, library.stderr).toBe(0)
      expect(library.lines).toHaveLength(1)
      expect(library.stderr).toContain('The disk is full')
      const receipts = await look(home, 'receipts', 'list')
      expect(eventsOf(receipts, 'request'), receipts.stderr).toHaveLength(1)
    }
  })

  it('it can be looked at beside a window that is open', async () => {
    const home = await fullHome()
    const window = await opened(join(home, 'service'))
    rmSync(join(home, 'service', 'ballast'), { force: true })
    fill(home, 'another')
    const library = await look(home, 'library', 'list')
    expect(library.status, library.stderr).toBe(0)
    expect(library.lines).toHaveLength(1)
    expect(window.receipts.list({})).toHaveLength(1)
  })

  it('a command that cannot write any more ends with the status of what it knows, and no stack', async () => {
    const home = smallDisk()
    const strange = new StrangeService()
    await strange.open()
    const entry = { id: 'm', credits_per_generation: 1, supported_ratios: [], media_type: 'image', extra_config: {} }
    strange.models = [{ charge: () => 1, entry }]
    strange.instead = ({ method, path }) => {
      if (method === 'POST' && path === '/api/generate/v2') fill(home)
      return null
    }
    const words = ['--home', home, '--service', strange.base, '--json', '--yes', 'generate', '--prompt', 'x']
    let isEnded = false
    const ran = await printroom([...words, '--model', 'm', '--wait'], {
      env: { PRINTROOM_TIME_SCALE: '1000', PRINTROOM_API_KEY: strange.key },
      begun: (child) =>
        child.stderr?.on('data', (said) => {
          if (!isEnded && String(said).includes('The disk is full')) isEnded = child.kill('SIGTERM')
        }),
    })
    expect([ran.status, resultOf(ran)], ran.stderr).toEqual([5, [expect.objectContaining({ state: 'submitting' })]])
    expect(ran.stderr).not.toMatch(/^ +at /m)
  })

  it('the ballast is made again when there is room', async () => {
    const home = await fullHome()
    await look(home, 'library', 'list')
    rmSync(join(home, 'filler'))
    const store = await opened(join(home, 'service'))
    expect(store.readOnly).toBe(false)
    expect(statSync(join(home, 'service', 'ballast')).size).toBe(256 * 1024)
  })

  it('no ballast is made of the last room', () => {
    const disk = smallDisk()
    writeFileSync(join(disk, 'filler'), Buffer.alloc(3 * 2 ** 20))
    keepDiskReserve(disk)
    expect(existsSync(join(disk, 'ballast'))).toBe(false)
  })
})
