import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { node24, root } from '../../scripts/setup.mjs'
import { goTo } from './driving.ts'
import { expect, test } from './window-test.ts'

const run = promisify(execFile)

test('while the window is open the terminal adds to its queue, and both tell the same end (I3)', async ({ launch }) => {
  const env = { PRINTROOM_TIME_SCALE: '10' }
  const { page, home } = await launch({ begun: 'practising', env })
  const words = [
    '--home',
    home,
    '--service',
    'practice',
    '--json',
    '--yes',
    'skill',
    'remove-bg',
    join(root, 'resources/sample.jpg'),
    '--wait',
  ]
  const { stdout } = await run(node24(), [join(root, 'out/main/cli.js'), ...words], { env: { ...process.env, ...env } })
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  expect(result.requests).toHaveLength(1)
  expect(result.requests[0]).toMatchObject({ state: 'completed', creditsUsed: 2 })
  await goTo(page, 'Queue')
  await expect(page.getByRole('region', { name: 'Queue' })).toContainText('sample.jpg')
  await goTo(page, 'Library')
  await expect(page.getByRole('gridcell')).toHaveCount(1)
})
