import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'

const there = 'https://10.9.8.7/results/1.png'
const model = {
  charge: () => 3,
  entry: { id: 'house', credits_per_generation: 3, supported_ratios: [], media_type: 'image', extra_config: {} },
}

/** A home in which one result is owed that lies inside a private network; nothing drives it any more. */
async function owedInside() {
  const service = new StrangeService()
  service.models = [model]
  await service.open()
  service.instead = ({ path }) =>
    path.includes('/status/')
      ? { status: 200, body: { status: 'completed', mediaType: 'image', imageUrl: there, creditsUsed: 3 } }
      : null
  const first = await engineAt(service.base, service.key)
  first.engine.driver.start()
  const quote = await first.calls['quote.generation']({ prompt: 'a lighthouse', modelId: 'house' })
  const [id = ''] = await first.approve(quote)
  const view = await first.until(id, ({ owed }) => owed.length > 0)
  await first.close()
  return { service, id, home: first.home, view }
}

describe('a result inside a private network', () => {
  it('is owed with a sentence that names its host and the way out (M6, I12)', async () => {
    const { view } = await owedInside()
    expect(view.owed[0]?.reason).toMatch(
      /10\.9\.8\.7.*private network.*Nothing more will be charged.*settings hosts allow 10\.9\.8\.7/,
    )
  })

  it('is fetched again as soon as a person allows its host, which the home remembers (M6)', async () => {
    const { service, id, home } = await owedInside()
    const at = await engineAt(service.base, service.key, { home })
    expect(await at.calls['hosts.list'](undefined)).toMatchObject({
      own: '127.0.0.1',
      allowed: [],
      waiting: [{ host: '10.9.8.7', results: 1 }],
    })
    const changed = await at.calls['hosts.allow']({ host: '10.9.8.7' })
    expect(changed).toMatchObject({ allowed: ['10.9.8.7'], waiting: [] })
    expect(changed.words).toContain('fetched next')
    const titles = at.engine.store.receipts.timeline(id).map(({ title }) => title)
    expect(titles.at(-1)).toBe('Looked at again')
    await at.close()
    // A database of an earlier day, or none.
    const again = await engineAt(service.base, service.key, { home })
    const file = again.engine.store.paths.database
    await again.close()
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
    const anew = await engineAt(service.base, service.key, { home })
    expect(anew.engine.hosts.list()).toEqual(['10.9.8.7'])
    await anew.calls['hosts.forget']({ host: '10.9.8.7' })
    expect(anew.engine.hosts.mayBeInside('10.9.8.7')).toBe(false)
  })

  it('is allowed for one service alone, and nothing that is this computer or public is kept (M6, A39)', async () => {
    const at = await engineAt('https://service.test', `svc_sk_${'k'.repeat(32)}`)
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', 'not a host'])
      await expect(at.calls['hosts.allow']({ host })).rejects.toThrow(/Nothing was changed/)
    expect((await at.calls['hosts.allow']({ host: '8.8.8.8' })).words).toMatch(/public.*Nothing was changed/)
    expect((await at.calls['hosts.allow']({ host: 'service.test' })).words).toContain('own host')
    expect(at.engine.hosts.list()).toEqual([])
    expect(at.engine.hosts.mayBeInside('service.test')).toBe(true)
    await at.calls['hosts.allow']({ host: '10.0.0.5' })
    await at.close()
    const other = await engineAt('https://other.test', `svc_sk_${'k'.repeat(32)}`, { home: at.home })
    expect(other.engine.hosts.mayBeInside('10.0.0.5')).toBe(false)
  })
})
