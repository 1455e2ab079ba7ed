import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StartupSnapshot } from '../../../src/contract/startup-snapshot.ts'
import { StartupSnapshotFile } from '../../../src/main/startup-snapshot.ts'
import { newFolder } from '../../support/folders.ts'

const page = `<!doctype html><html><head><title>Printroom</title>
<script type="module" crossorigin src="./assets/index.js"></script>
<link rel="stylesheet" crossorigin href="./assets/a.css">
<link rel="stylesheet" crossorigin href="./assets/b.css">
</head><body><div id="root"></div></body></html>`
const pictureOf = (text: string): string => `data:image/webp;base64,${Buffer.from(text).toString('base64')}`

const place = { left: 76, top: 125.5, width: 1060, height: 735 }
const seen = (text: string): StartupSnapshot => ({
  view: { width: 1440, height: 900 },
  rowHeight: 120,
  seen: { ...place, picture: pictureOf(text) },
})
const nothing: StartupSnapshot = { ...seen(''), seen: null }

function setUp(service: string | null = 'https://one.example') {
  const folder = newFolder()
  const here = { service, data: join(folder, 'data') }
  const path = join(folder, 'window', 'first-sight.json')
  const file = (): StartupSnapshotFile => new StartupSnapshotFile(path, () => here)
  return { here, path, file, keep: (sight: StartupSnapshot) => file().keep(JSON.stringify(sight)) }
}

describe('what was seen of the library last', () => {
  it('stands in the next start’s document, at its place, and nothing else of the app is waited for', async () => {
    const { path, keep, file } = setUp()
    expect(await keep(seen('what was seen'))).toBe(true)
    const next = file()
    const html = next.into(page)
    expect(html).toContain(
      `<body><img id="first-sight" alt="" aria-hidden="true" hidden data-row-height="120" src="${pictureOf('what was seen')}"`,
    )
    expect(html).toContain('media="(min-width: 1439.01px) and (max-width: 1440.99px) and (min-height:')
    expect(next.sheet).toContain('left: 76px; top: 125.5px; width: 1060px; height: 735px')
    expect(next.sheet).toContain('display: block')
    // A sheet in the head would hold back the painting of the picture.
    const [head = '', body = ''] = html.split('</head>')
    expect(head.match(/rel="stylesheet" [^>]*/g)).toEqual([expect.stringContaining('first-sight.css')])
    expect(head.match(/rel="preload" as="style" crossorigin href="[^"]+"/g)).toHaveLength(2)
    expect(body.match(/href="[^"]+"/g)).toEqual(['href="./assets/a.css"', 'href="./assets/b.css"'])
    expect(body.indexOf('id="root"')).toBeLessThan(body.indexOf('a.css'))
    expect(existsSync(`${path}.new`)).toBe(false)
  })

  it('is of one service only: another one’s window begins without it', async () => {
    const { keep, file, here } = setUp()
    await keep(seen('a'))
    for (const other of ['https://two.example', null]) {
      here.service = other
      const next = file()
      expect(next.into(page)).toBe(page)
      expect(next.sheet).toBe('')
    }
  })

  it('is of one home only', async () => {
    const { keep, file, here } = setUp()
    await keep(seen('a'))
    here.data = join(here.data, 'another')
    expect(file().into(page)).toBe(page)
  })

  it('is nothing before a service was chosen', async () => {
    const { keep, path } = setUp(null)
    expect(await keep(seen('a'))).toBe(true)
    expect(existsSync(path)).toBe(false)
  })

  it('has no picture when the library has none any more, and still the height of its rows', async () => {
    const { keep, file } = setUp()
    await keep(seen('a'))
    expect(await keep(nothing)).toBe(true)
    const next = file()
    const html = next.into(page)
    expect(html).not.toContain('data:')
    expect(html).not.toContain('first-sight.css')
    expect(html).toContain('data-row-height="120"')
    expect(next.sheet).toBe('')
    expect(html.replace(/<img id="first-sight"[^>]*>/, '')).toBe(page)
  })

  it('is what was told last, however much larger what was told before', async () => {
    const { file } = setUp()
    const sight = file()
    await Promise.all([sight.keep(JSON.stringify(seen('a'.repeat(1_000_000)))), sight.keep(JSON.stringify(nothing))])
    expect(file().into(page)).not.toContain('data:')
  })

  it('is nothing where it cannot be read: the window opens all the same', async () => {
    const { path, file } = setUp()
    mkdirSync(path, { recursive: true })
    expect(file().into(page)).toBe(page)
  })

  it('takes nothing from the page that is not of its form, and keeps what it had', async () => {
    const { path, keep, file } = setUp()
    await keep(seen('a'))
    const before = readFileSync(path, 'utf8')
    const withPicture = (picture: string): string => JSON.stringify({ ...nothing, seen: { ...place, picture } })
    const hostile = [
      '',
      'null',
      '{"seen":',
      JSON.stringify({ ...seen('a'), service: 'https://one.example' }),
      withPicture('data:image/webp;base64,AAAA" onload="x'),
      withPicture('data:image/webp;base64,AAAA></img><script>'),
      withPicture('data:image/svg+xml;base64,AAAA'),
      withPicture('data:text/html;base64,AAAA'),
      withPicture('data:image/webp;base64,'),
      withPicture('data:image/webp;base64,AAAA\n'),
      withPicture('https://elsewhere.example/a.webp'),
      withPicture('printroom://file/etc/passwd'),
      JSON.stringify({ ...seen('a'), view: { width: '1px) and (x', height: 900 } }),
      JSON.stringify({ ...nothing, seen: { ...place, left: null, picture: pictureOf('a') } }),
      JSON.stringify({ ...nothing, seen: { ...place, left: '0; } * { display: none', picture: pictureOf('a') } }),
    ]
    for (const text of hostile) expect(await file().keep(text), text).toBe(false)
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        expect(await file().keep(text)).toBe(false)
      }),
      { numRuns: 200 },
    )
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  it('begins without it where its file is damaged, or says what no page may say', async () => {
    const { path, keep, file } = setUp()
    await keep(seen('a'))
    const whole = readFileSync(path, 'utf8')
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        writeFileSync(path, whole.slice(0, length))
        expect(file().into(page)).toBe(page)
      }),
      { numRuns: 100 },
    )
    writeFileSync(path, whole.replace(pictureOf('a'), '\\"><script src=x>'))
    expect(file().into(page)).toBe(page)
  })
})
