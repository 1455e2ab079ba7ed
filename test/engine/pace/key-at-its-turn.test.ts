import { expect, it, onTestFinished } from 'vitest'
import { Pace } from '../../../src/engine/pace/pace.ts'
import { systemTimers } from '../../../src/engine/platform/timers.ts'
import { Exchanger } from '../../../src/engine/remote/exchange.ts'
import { Service } from '../../../src/engine/remote/service.ts'
import { json, key, scriptedServer } from '../remote/support/server.ts'

it('what waited for its turn does not leave with a key that was forgotten or replaced meanwhile (I4, O11, A35)', async () => {
  const server = await scriptedServer(json(200, { success: true, imageUrl: 'https://media.test/a.png' }))
  const exchanger = new Exchanger()
  onTestFinished(() => exchanger.close())
  let set: string | null = key
  const pace = new Pace({
    kept: { read: () => null, change: () => undefined },
    now: Date.now,
    timers: systemTimers,
    // So far apart that the first is answered while the second waits.
    scale: 0.1,
    onChange: () => undefined,
  })
  const service = new Service(
    exchanger,
    async () => (set === null ? { problem: 'No key is set.' } : { base: server.url, key: set }),
    () => undefined,
    pace,
  )
  const upload = () => service.uploadBytes(Buffer.from('picture'), 'reference')
  const [first, second] = [upload(), upload()]
  await first
  set = null
  expect(await second).not.toMatchObject({ type: 'uploaded' })
  set = `${key.slice(0, -1)}z`
  const [third, fourth] = [upload(), upload()]
  await third
  set = key
  await fourth
  expect(server.seen.map(({ headers }) => headers.authorization?.slice(-3))).toEqual(['kkk', 'kkz'])
})
