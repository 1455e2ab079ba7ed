import { copyFileSync, linkSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventsOf, practiceHome, printroom, resultOf, samplePhoto } from '../support/terminal.ts'

let place: Awaited<ReturnType<typeof practiceHome>>
const run = (...words: string[]) => printroom([...place.words, ...words], { env: { PRINTROOM_TIME_SCALE: '20' } })

beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

it('the same picture in one order is paid once, with a word, and twice only where that is asked for (S6)', async () => {
  const folder = join(place.home, 'pictures')
  mkdirSync(folder)
  const named = (name: string) => join(folder, name)
  copyFileSync(samplePhoto, named('a.jpg'))
  linkSync(named('a.jpg'), named('hard.jpg'))
  symlinkSync(named('a.jpg'), named('link.jpg'))
  copyFileSync(samplePhoto, named('other-name.jpg'))
  for (const words of [
    [named('a.jpg'), named('a.jpg')],
    [named('a.jpg'), folder],
    [named('a.jpg'), named('hard.jpg'), named('link.jpg'), '--skip-paid'],
  ]) {
    const quoted = await run('quote', 'skill', 'remove-bg', ...words)
    expect([quoted.status, eventsOf(quoted, 'quote')[0]?.credits], quoted.stderr).toEqual([0, 2])
    expect(quoted.stderr).toMatch(/a\.jpg.*It is ordered once; --twice orders it as often as it is named/)
  }
  const once = await run('--yes', 'skill', 'remove-bg', folder, '--wait')
  expect([once.status, resultOf(once).length], once.stderr).toEqual([0, 1])
  const twice = await run('quote', 'skill', 'remove-bg', '--twice', named('a.jpg'), named('link.jpg'))
  expect(eventsOf(twice, 'quote')[0]?.credits).toBe(4)
  expect(twice.stderr).toMatch(/link\.jpg is the same picture as a\.jpg\. Each is ordered and paid for/)
})
