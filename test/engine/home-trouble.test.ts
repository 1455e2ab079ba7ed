import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failureOf } from '../../src/engine/platform/failure-of.ts'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { homeTrouble } from '../../src/engine/platform/home-trouble.ts'
import { engineAt } from '../support/engine-at.ts'
import { newFolder } from '../support/folders.ts'
import { holdingDatabase } from './store/support/held.ts'
import { opened, orderNumber, stepOf } from './store/support/open.ts'

const service = 'https://service.example'
const key = 'svc_sk_0123456789abcdefghijklmnopqrstuvwxyz'

const troubleOf = async (home: string): Promise<{ error: unknown; words: string | null }> => {
  const error = await engineAt(service, key, { home }).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return { error, words: homeTrouble(error, foldersFor(home, false).data) }
}

describe('a home that cannot be opened', () => {
  it.runIf(process.platform !== 'win32')(
    'says that its path is too long, before anything is made (M11, S10)',
    async () => {
      const root = newFolder()
      const long = join(root, 'å'.repeat(100), 'b'.repeat(200), 'c'.repeat(200))
      const { error, words } = await troubleOf(long)
      expect(words).toMatch(/too long.* 6\d\d bytes.* at most 489 .*nearer/)
      expect(failureOf(error)).toMatchObject({ code: 'home', message: words })
      expect(existsSync(join(root, 'å'.repeat(100)))).toBe(false)
      // The longest that is taken opens.
      const most = join(root, 'd'.repeat(200), 'e'.repeat(489 - '/service'.length - root.length - 202))
      expect(Buffer.byteLength(foldersFor(most, false).data)).toBe(489)
      await engineAt(service, key, { home: most })
      expect((await troubleOf(`${most}f`)).words).toMatch(/490 bytes/)
    },
  )

  it('says that its path is not UTF-8, and makes none beside it (S4)', async () => {
    const root = newFolder()
    const { error, words } = await troubleOf(join(root, 'caf\u{fffd}'))
    expect(words).toMatch(/not valid UTF-8.*Nothing was made.*Rename/)
    expect(failureOf(error)).toMatchObject({ code: 'home', message: words })
    expect(readdirSync(root)).toEqual([])
  })

  it('says what stands in its place, and where no folder can be made (S10)', async () => {
    const root = newFolder()
    writeFileSync(join(root, 'file'), '')
    expect((await troubleOf(join(root, 'file'))).words).toMatch(/cannot be used \(ENOTDIR\).*--home/)
    expect((await troubleOf(join(root, 'x'.repeat(300)))).words).toMatch(/longer than its disk allows/)
    if (existsSync('/proc/self'))
      expect((await troubleOf('/proc/nope')).words).toMatch(/cannot be used \(ENOENT\).*--home/)
  })
})

describe('a program that holds the database and never lets go', () => {
  it('is told as such, by who opens and by who writes (S10)', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    const release = holdingDatabase(folder)
    onTestFinished(release)
    let refused: unknown = null
    try {
      store.receipts.save([stepOf(orderNumber(1))])
    } catch (error) {
      refused = error
    }
    for (const words of [failureOf(refused).message, homeTrouble(refused, folder)])
      expect(words).toMatch(/^Another program holds Printroom’s database .*Nothing paid is sent.*try again/)
    expect(failureOf(refused)).toMatchObject({ code: 'disk', retryable: true })
    release()
    store.receipts.save([stepOf(orderNumber(1))])
  })
})
