import { expect, it } from 'vitest'
import { newFolder } from '../support/folders.ts'
import { StrangeService } from '../support/strange-service.ts'
import { printroom, resultOf } from '../support/terminal.ts'

const entry = { id: 'm', credits_per_generation: 10, supported_ratios: [], media_type: 'image', extra_config: {} }

it('a charge above the list is known to the next command: --max-credits holds it back, the quote says why (M2, M5)', async () => {
  const service = new StrangeService()
  service.models = [{ entry, charge: () => 30 }]
  await service.open()
  const env = { PRINTROOM_API_KEY: service.key, PRINTROOM_TIME_SCALE: '50' }
  const home = newFolder()
  const run = (...words: string[]) =>
    printroom(['--home', home, '--service', service.base, '--json', ...words], { env })
  const ordered = (prompt: string) =>
    run('--yes', '--max-credits', '20', 'generate', '--prompt', prompt, '--model', 'm', '--wait')

  expect(resultOf(await ordered('first'))).toMatchObject([{ state: 'completed', creditsQuoted: 10, creditsUsed: 30 }])
  const second = await ordered('second')
  expect([second.status, second.stderr]).toEqual([3, expect.stringContaining('30 credits')])
  expect(service.taken.size).toBe(1)
  expect((await run('quote', 'generate', '--prompt', 'x', '--model', 'm')).stderr).toContain(
    'charged 30 credits for the last order of m',
  )
})
