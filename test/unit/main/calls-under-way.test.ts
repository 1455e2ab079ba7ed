import { expect, it, onTestFinished, vi } from 'vitest'
import { foldersFor } from '../../../src/engine/platform/home.ts'
import { openStore } from '../../../src/engine/store/store.ts'
import { CallsUnderWay } from '../../../src/main/calls-under-way.ts'
import { Closing, newWord, sayClosing } from '../../../src/main/closing.ts'
import { assetOf } from '../../engine/store/support/assets.ts'
import { Door } from '../../proof/support/door.ts'
import { newFolder } from '../../support/folders.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

const pictures = Array.from({ length: 100 }, (_, n) => n + 1)
const ids = pictures.map((n) => `request-${n}.0.0`)

/** A home whose pictures have so many words that a mark takes its time. */
async function openDoor(): Promise<Door> {
  const home = newFolder()
  const store = await openStore(foldersFor(home, true).data)
  for (const n of pictures) store.assets.add(assetOf(n))
  for (let n = 0; n < 90; n += 1) store.organise.mark(pictures, { addTag: `${n} ${'harbour of the south '.repeat(2)}` })
  store.close()
  vi.stubEnv('PRINTROOM_HOME', home)
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent')
  const door = new Door()
  onTestFinished(async () => {
    await door.close()
    vi.unstubAllEnvs()
  })
  expect(await door.get('library.count', { filter: {}, most: 1000 })).toEqual({ count: pictures.length })
  return door
}

const marks = (n: number) => (n % 2 === 0 ? { addTag: 'quay' } : { removeTag: 'quay' })
const codeOf = (answer: unknown): string => (answer as { code?: string }).code ?? 'done'

it('of thousands of calls that a script says at once two hundred are under way, and the end of the app waits for none of them (W2, W4)', async () => {
  const door = await openDoor()
  const said = Array.from({ length: 3000 }, (_, n) => door.say('library.mark', { of: { ids }, marks: marks(n) }))
  const closed = door.state.link.close()
  const codes = (await Promise.all(said)).map(codeOf)
  const countOf = (code: string): number => codes.filter((each) => each === code).length
  expect(countOf('too-often')).toBe(2800)
  // What was there before it closes is done for a second: each takes some hundredths of one.
  expect(countOf('engine-stopped')).toBeGreaterThan(20)
  expect(countOf('done') + countOf('engine-stopped')).toBe(200)
  expect(await closed).toMatchObject({ work: { orders: 0 } })
})

it('a call that was answered makes room for the next one, whatever the answer was (W2)', async () => {
  const door = await openDoor()
  for (let n = 0; n < 450; n += 1)
    expect(codeOf(await door.say('library.get', { id: n % 2 === 0 ? ids[0] : 'none' }))).not.toBe('too-often')
})

it('what is under way has a weight too: the longest forms pass at once, more does not, and nothing small is held up afterwards (W10)', () => {
  const underWay = new CallsUnderWay()
  const longest = 33_000_000
  const ends = [underWay.begin(longest), underWay.begin(longest)]
  expect(() => underWay.begin(longest)).toThrow(/too often.*Nothing was asked, changed, sent or charged\. Wait/)
  for (const end of ends) end()
  expect(() => underWay.begin(longest)()).not.toThrow()
})

it('what stood in line as the app closes is done for a second and then no more, but for what main says of itself (W4)', () => {
  let nowMs = 5000
  const word = newWord()
  const closing = new Closing(word, () => nowMs)
  expect(closing.mayBegin('library.mark')).toBe(true)
  sayClosing(word)
  nowMs += 60_000
  expect(closing.mayBegin('saveDraft')).toBe(true)
  nowMs += 999
  expect(closing.mayBegin('saveDraft')).toBe(true)
  nowMs += 1
  expect(['saveDraft', 'library.mark', 'close', 'status', 'removed'].map((name) => closing.mayBegin(name))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
})
