import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FirstSight, mostSeen } from '../../../src/contract/first-sight.ts'
import { FirstSightFile } from '../../../src/main/first-sight.ts'
import { newFolder } from '../../support/folders.ts'

const page = '<!doctype html><html><head></head><body><div id="root"></div></body></html>'
const addressOf = (id: string): string => `printroom://library/${id}/thumbnail`

const pictureAt = (id: string): FirstSight['pictures'][number] => ({
  left: 16,
  top: 38.5,
  width: 150,
  height: 104,
  address: addressOf(id),
  isCutout: false,
})

const seen = (ids: readonly string[]): FirstSight => ({
  view: { width: 1440, height: 900 },
  rowHeight: 120,
  pane: { left: 76, top: 125, width: 1060, height: 735 },
  pictures: ids.map(pictureAt),
})

function setUp(service: string | null = 'https://one.example') {
  const folder = newFolder()
  const here = { service, data: join(folder, 'data'), cache: join(folder, 'cache') }
  const path = join(folder, 'window', 'first-sight.json')
  mkdirSync(join(here.cache, 'thumbnails'), { recursive: true })
  const thumbnail = (address: string): string => {
    const file = join(here.cache, 'thumbnails', `${address.replaceAll('/', '-')}.webp`)
    writeFileSync(file, 'a picture')
    return file
  }
  const find = async (address: string): Promise<string | null> => thumbnail(address)
  return { here, path, find, file: () => new FirstSightFile(path, () => here) }
}

describe('what was seen of the library last', () => {
  it('stands in the next start’s document, at its places, with its files known before the engine is', async () => {
    const { path, find, file, here } = setUp()
    expect(await file().keep(JSON.stringify(seen(['a', 'b'])), find)).toBe(true)
    const next = file()
    const html = next.into(page)
    expect(html.match(/<img /g)).toHaveLength(2)
    expect(html).toContain(`src="${addressOf('a')}"`)
    expect(html).toContain('data-row-height="120"')
    expect(html).toContain('media="(min-width: 1439.01px) and (max-width: 1440.99px) and (min-height:')
    expect(next.sheet).toContain(':nth-child(2) { left: 16px; top: 38.5px; width: 150px; height: 104px }')
    expect(next.pathOf(addressOf('b'))).toBe(join(here.cache, 'thumbnails', 'library-b-thumbnail.webp'))
    expect(next.pathOf(addressOf('c'))).toBeNull()
    expect(existsSync(`${path}.new`)).toBe(false)
  })

  it('is of one service only: another one’s window begins without it', async () => {
    const { find, file, here } = setUp()
    await file().keep(JSON.stringify(seen(['a'])), find)
    for (const other of ['https://two.example', null]) {
      here.service = other
      const next = file()
      expect(next.into(page)).toBe(page)
      expect(next.sheet).toBe('')
      expect(next.pathOf(addressOf('a'))).toBeNull()
    }
  })

  it('is of one home only', async () => {
    const { find, file, here } = setUp()
    await file().keep(JSON.stringify(seen(['a'])), find)
    here.data = join(here.data, 'another')
    expect(file().into(page)).toBe(page)
  })

  it('has no picture when the library has none any more, and still the height of its rows', async () => {
    const { find, file } = setUp()
    await file().keep(JSON.stringify(seen(['a'])), find)
    expect(await file().keep(JSON.stringify(seen([])), find)).toBe(true)
    const html = file().into(page)
    expect(html).not.toContain('<img')
    expect(html).not.toContain('first-sight.css')
    expect(html).toContain('data-row-height="120"')
  })

  it('is what was seen last, however long the pictures of an earlier look take to be found', async () => {
    const { find, file } = setUp()
    const sight = file()
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const earlier = sight.keep(JSON.stringify(seen(['a', 'b'])), (address) => held.then(() => find(address)))
    const later = sight.keep(JSON.stringify(seen([])), find)
    goOn()
    await Promise.all([earlier, later])
    expect(file().into(page)).not.toContain('<img')
  })

  it('stays where nobody can say where its pictures lie: the engine is being closed', async () => {
    const { find, file } = setUp()
    await file().keep(JSON.stringify(seen(['a'])), find)
    await file().keep(JSON.stringify(seen(['a', 'b'])), async () => null)
    expect(file().into(page).match(/<img /g)).toHaveLength(1)
  })

  it('is nothing where it cannot be read: the window opens all the same', async () => {
    const { path, file } = setUp()
    mkdirSync(path, { recursive: true })
    expect(file().into(page)).toBe(page)
  })

  it('leaves out a picture without a thumbnail, and one whose file lies anywhere but in the cache', async () => {
    const { find, file } = setUp()
    const somewhere = async (address: string): Promise<string | null> =>
      address.includes('/gone/') ? null : address.includes('/full/') ? '/etc/passwd' : find(address)
    await file().keep(JSON.stringify(seen(['gone', 'full', 'a'])), somewhere)
    const html = file().into(page)
    expect(html.match(/<img /g)).toHaveLength(1)
    expect(html).toContain(addressOf('a'))
  })

  it('gives no file out that lies outside the cache, whatever its own file says', async () => {
    const { path, find, file } = setUp()
    await file().keep(JSON.stringify(seen(['a'])), find)
    const text = readFileSync(path, 'utf8')
    for (const climb of ['../window/first-sight.json', '..', '', '/etc/passwd']) {
      const forged = JSON.parse(text)
      forged.files[addressOf('a')] = climb
      writeFileSync(path, JSON.stringify(forged))
      const next = file()
      next.into(page)
      expect(next.pathOf(addressOf('a')), climb).toBeNull()
    }
  })

  it('takes nothing from the page that is not of its form, and keeps what it had', async () => {
    const { path, find, file } = setUp()
    await file().keep(JSON.stringify(seen(['a'])), find)
    const before = readFileSync(path, 'utf8')
    const hostile = [
      '',
      'null',
      '{"pictures":',
      JSON.stringify({ ...seen(['a']), service: 'https://one.example' }),
      JSON.stringify({ ...seen([]), pictures: Array(mostSeen + 1).fill(pictureAt('a')) }),
      JSON.stringify(seen(['a" onload="x'])),
      JSON.stringify(seen(['a></img><script>'])),
      JSON.stringify(seen(['../../file/secret'])),
      JSON.stringify({ ...seen([]), pictures: [{ ...pictureAt('a'), address: 'https://elsewhere.example/a.png' }] }),
      JSON.stringify({ ...seen(['a']), view: { width: '1px) and (x', height: 900 } }),
      JSON.stringify({ ...seen(['a']), pane: { left: null, top: 0, width: 1, height: 1 } }),
    ]
    for (const text of hostile) expect(await file().keep(text, find), text).toBe(false)
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        expect(await file().keep(text, find)).toBe(false)
      }),
      { numRuns: 200 },
    )
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  it('begins without it where its file is damaged', async () => {
    const { path, find, file } = setUp()
    await file().keep(JSON.stringify(seen(['a'])), find)
    const whole = readFileSync(path, 'utf8')
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        writeFileSync(path, whole.slice(0, length))
        expect(file().into(page)).toBe(page)
      }),
      { numRuns: 100 },
    )
  })
})
