import { expect, it } from 'vitest'
import { newFolder } from '../support/folders.ts'
import { StrangeService } from '../support/strange-service.ts'
import { eventsOf, printroom, resultOf } from '../support/terminal.ts'

const there = 'https://10.9.8.7/results/1.png'
const model = {
  charge: () => 3,
  entry: { id: 'house', credits_per_generation: 3, supported_ratios: [], media_type: 'image', extra_config: {} },
}

it('--wait says why a result is not fetched, and ends where a person has to allow its host: status 3 (M6, S10)', async () => {
  const service = new StrangeService()
  service.models = [model]
  await service.open()
  service.instead = ({ path }) =>
    path.includes('/status/')
      ? { status: 200, body: { status: 'completed', mediaType: 'image', imageUrl: there, creditsUsed: 3 } }
      : null
  const env = { PRINTROOM_API_KEY: service.key, PRINTROOM_TIME_SCALE: '50' }
  const home = newFolder()
  const run = (...words: string[]) =>
    printroom(['--home', home, '--service', service.base, '--json', ...words], { env })
  const way = /Not home yet: The file lies at 10\.9\.8\.7.*“printroom settings hosts allow 10\.9\.8\.7”/
  const made = await run('--yes', 'generate', '--prompt', 'x', '--model', 'house', '--wait')
  expect([made.status, made.stderr]).toEqual([3, expect.stringMatching(way)])
  expect(resultOf(made)).toMatchObject([{ state: 'downloading', assets: [] }])
  const listed = await run('queue', 'list')
  expect(listed.stderr).toMatch(way)
  expect(eventsOf(listed, 'request')).toMatchObject([{ owed: [{ insideHost: '10.9.8.7' }] }])
  expect((await run('resume', '--wait')).status).toBe(3)
})
