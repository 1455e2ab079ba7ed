import { describe, expect, it } from 'vitest'
import { foldersFor } from '../../../src/engine/platform/home.ts'
import { engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { BusyService, type Heard, homeWithRunning } from './support/busy-service.ts'

/** The most that were heard within any second. */
const mostInASecond = (heard: Heard[]): number =>
  Math.max(
    0,
    ...heard.map(({ atMs }) => heard.filter((other) => other.atMs >= atMs && other.atMs < atMs + 1000).length),
  )

/** After a crash with so many requests under way. */
async function crashedWith(count: number): Promise<{ service: BusyService; home: string }> {
  const [service, home] = [await new BusyService().open(), newFolder()]
  await homeWithRunning(foldersFor(home, false).data, service.base, count)
  return { service, home }
}

const limit = (retryAfter?: string) => ({ status: 429, body: { error: 'slow down' }, retryAfter })

describe('10,000 open requests after a crash', () => {
  it('are looked at no faster than one account may look (L4, I14)', async () => {
    const { service, home } = await crashedWith(10_000)
    const at = await engineAt(service.base, service.key, { home, timeScale: 1 })
    at.engine.driver.start()
    await service.until(() => service.looks().length >= 20)
    // Five a second; the thread that counts is the one that looks, and may be late for some of them.
    expect(mostInASecond(service.looks())).toBeLessThanOrEqual(10)
    // Each has its turn before one has a second.
    expect(new Set(service.looks().map(({ path }) => path)).size).toBe(service.looks().length)
  })

  it('are all stopped by one 429, and the window has its answers meanwhile (L4, I14)', async () => {
    const { service, home } = await crashedWith(10_000)
    service.instead = ({ path }) => (/status|requests/.test(path) ? limit('600') : null)
    const at = await engineAt(service.base, service.key, { home, timeScale: 1 })
    at.engine.driver.start()
    await service.until(() => service.looks().length > 0)
    const open = await at.calls['requests.list']({})
    expect(open.length).toBeGreaterThan(0)
    await service.answers(10)
    // At most what was under way when the first answer came.
    const before = service.looks().length
    expect(before).toBeLessThanOrEqual(8)
    await service.answers(200)
    expect(service.looks()).toHaveLength(before)
  })
})

describe('a 429 on one look', () => {
  it('stops all looks, and after a restart too (L4, S2, I14, O66)', async () => {
    const { service, home } = await crashedWith(300)
    service.instead = () => limit('60')
    // A minute of the service is three seconds here.
    const changes = { home, timeScale: 20 }
    const first = await engineAt(service.base, service.key, changes)
    first.engine.driver.start()
    await service.until(() => service.looks().length > 0)
    await service.answers(10)
    // At most what was under way when the first answer came.
    const before = service.looks().length
    expect(before).toBeLessThanOrEqual(8)
    await service.answers(50)
    expect(service.looks()).toHaveLength(before)
    await first.close()
    const limitedMs = service.looks().at(-1)?.atMs ?? 0
    service.instead = () => null
    const again = await engineAt(service.base, service.key, changes)
    again.engine.driver.start()
    expect(again.engine.status().notice).toBeNull()
    await service.until(() => service.looks().length >= before + 3)
    const [one = 0, two = 0, three = 0] = service.looks().flatMap(({ atMs }, n) => (n < before ? [] : [atMs]))
    expect(one - limitedMs).toBeGreaterThanOrEqual(2990)
    // It goes on gently: further apart at first than those of an account that met no limit, which are 10 ms here.
    expect(three - one).toBeGreaterThanOrEqual(60)
    expect(two).toBeLessThanOrEqual(three)
  })
})
