import { expect, it } from 'vitest'
import { newFolder } from '../support/folders.ts'
import { StrangeService } from '../support/strange-service.ts'
import { eventsOf, printroom, resultOf } from '../support/terminal.ts'

const model = {
  charge: () => 3,
  entry: { id: 'house', credits_per_generation: 3, supported_ratios: [], media_type: 'image', extra_config: {} },
}

it('an answer of 30 addresses: four come home, status 3; one word brings the rest, and an order more is never made (W9)', async () => {
  const service = new StrangeService()
  service.models = [model]
  await service.open()
  service.instead = ({ path }) => {
    if (!path.includes('/status/')) return null
    const imageUrls = Array.from({ length: 30 }, (_, n) => `${service.base}/pictures/${n}.png`)
    return { status: 200, body: { status: 'completed', mediaType: 'image', imageUrls, creditsUsed: 3 } }
  }
  const env = { PRINTROOM_API_KEY: service.key, PRINTROOM_TIME_SCALE: '50' }
  const home = newFolder()
  const run = (...words: string[]) =>
    printroom(['--home', home, '--service', service.base, '--json', ...words], { env })
  const fetched = () => service.heard.filter(({ path }) => path.startsWith('/pictures/')).length

  const made = await run('--yes', 'generate', '--prompt', 'x', '--model', 'house', '--wait')
  expect(made.status).toBe(3)
  const [request] = resultOf(made) as { id: string; state: string; assets: string[] }[]
  expect(request).toMatchObject({ state: 'needs-decision', assets: { length: 4 } })
  expect((await run('resume', '--wait')).status).toBe(3)
  expect(fetched()).toBe(4)

  const listed = await run('queue', 'list')
  expect(listed.stderr).toMatch(/lists 26 files more than you ordered.*queue decide \w+ fetch-more: Download the rest/s)
  expect(eventsOf(listed, 'request')).toMatchObject([
    { state: 'needs-decision', choices: [{ id: 'fetch-more' }, { id: 'leave' }] },
  ])
  const retried = await run('queue', 'retry', request?.id ?? '')
  expect([retried.status, retried.stderr]).toEqual([4, expect.stringContaining('26 files more than you ordered')])

  const decided = await run('queue', 'decide', request?.id ?? '', 'fetch-more', '--wait')
  expect(decided.status).toBe(0)
  expect(resultOf(decided)).toMatchObject([{ state: 'completed', assets: { length: 30 } }])
  expect([fetched(), service.taken.size]).toEqual([30, 1])
})
