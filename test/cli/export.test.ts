import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../support/folders.ts'
import { eventsOf, practiceHome, printroom, resultOf, samplePhoto } from '../support/terminal.ts'

let place: Awaited<ReturnType<typeof practiceHome>>
const run = (...words: string[]) => printroom([...place.words, ...words], { env: { PRINTROOM_TIME_SCALE: '200' } })

beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

describe('exporting in the terminal', () => {
  it('writes a result in the wished form and sizes, tells each file, and never writes over one', async () => {
    const [cut] = resultOf(await run('--yes', 'skill', 'remove-bg', samplePhoto, '--wait'))
    const folder = newFolder()
    const words = ['export', String(cut?.id).slice(0, 8), '--out', folder, '--format', 'webp', '--quality', '70']
    const sized = [...words, '--long-edge', '300', '--scale', '1,2', '--background', '#fff', '--profile', 'srgb']
    const first = await run(...sized)
    expect(first.status, first.stderr).toBe(0)
    const lines = eventsOf(first, 'exported')
    expect(lines).toHaveLength(2)
    for (const [at, { path, width, height }] of lines.entries()) {
      const { data, info } = await sharp(readFileSync(String(path)))
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height, Math.max(info.width, info.height)]).toEqual([width, height, 300 * (at + 1)])
      expect(Math.min(data[0] ?? 0, data[1] ?? 0, data[2] ?? 0), 'what was clear is white').toBeGreaterThan(250)
    }
    await run(...sized)
    const names = readdirSync(folder)
    expect(names.filter((name) => name.endsWith('-2@2x.webp'))).toHaveLength(1)
    expect(names).toHaveLength(4)
    const [trimmed] = eventsOf(await run(...words.slice(0, 4), '--preset', 'app', '--padding', '16'), 'exported')
    expect(trimmed).toMatchObject({ format: 'png', path: expect.stringMatching(/@1x\.png$/) })
    const [copied] = eventsOf(await run(...words.slice(0, 4), '--name', 'as-it-is'), 'exported')
    expect(copied).toMatchObject({ path: join(folder, 'practice-as-it-is.png') })
  })

  it.each([
    [['--format', 'bmp'], '--format takes'],
    [['--quality', '80'], 'needs --format'],
    [['--format', 'webp', '--quality', '101'], '--quality takes'],
    [['--format', 'webp', '--scale', '1,7'], '--scale takes'],
    [['--format', 'webp', '--long-edge', '9', '--percent', '5'], 'one size'],
    [['--format', 'webp', '--padding', '5'], 'goes with --trim'],
    [['--format', 'webp', '--background', 'red'], '--background takes'],
    [['--format', 'webp', '--profile', 'p3'], '--profile takes'],
    [['--name', '{titel}'], 'titel'],
    [['--preset', 'none of these'], 'There is no preset'],
  ])('refuses %j in a sentence, with status 2, and writes nothing', async (words, said) => {
    const folder = newFolder()
    const refused = await run('export', 'abcd', '--out', folder, ...words)
    expect([refused.status, refused.stderr.includes(said)], refused.stderr).toEqual([2, true])
    expect(readdirSync(folder)).toEqual([])
  })
})
