import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256Of } from '../../src/engine/platform/checksum.ts'
import { patienceMs } from '../support/patience.ts'
import { eventsOf, hasPhotos, photos, practiceHome, printroom, resultOf, samplePhoto } from '../support/terminal.ts'

let place: Awaited<ReturnType<typeof practiceHome>>
const fast = { env: { PRINTROOM_TIME_SCALE: '20' } }

beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

describe('the main job in the terminal', () => {
  it.skipIf(!hasPhotos)(
    'cuts two photographs out, upright and of their own proportions (skipped without ../shared/photos)',
    async () => {
      const out = join(place.home, 'out')
      const files = ['jolla.jpg', 'Landscape_6.jpg'].map((name) => join(photos, name))
      const ran = await printroom(
        [...place.words, '--yes', 'skill', 'remove-bg', ...files, '--wait', '--out', out],
        fast,
      )
      expect(ran.status, ran.stderr).toBe(0)
      expect(readdirSync(out).sort()).toEqual(['Landscape_6-remove-bg.png', 'jolla-remove-bg.png'])
      for (const file of files) {
        const { width = 0, height = 0, orientation = 1 } = await sharp(file).metadata()
        const upright = orientation >= 5 ? height / width : width / height
        const name = `${file.slice(file.lastIndexOf('/') + 1).replace('.jpg', '')}-remove-bg.png`
        const made = await sharp(join(out, name)).metadata()
        expect(made.hasAlpha).toBe(true)
        expect((made.width ?? 0) / (made.height ?? 1)).toBeCloseTo(upright, 2)
      }
      expect(resultOf(ran).map(({ state, creditsUsed }) => [state, creditsUsed])).toEqual([
        ['completed', 2],
        ['completed', 2],
      ])
    },
  )

  it('shows the price, makes a picture, and reports it as the contract says', async () => {
    const listed = await printroom([...place.words, 'models', '--media', 'image'], fast)
    const model = String(listed.lines[0]?.id)
    const ran = await printroom(
      [...place.words, '--yes', 'generate', '--prompt', 'A quiet harbour', '--model', model, '--wait'],
      fast,
    )
    expect(ran.status, ran.stderr).toBe(0)
    const [quote] = eventsOf(ran, 'quote')
    const [entry] = resultOf(ran)
    expect(ran.lines[0]).toEqual(quote)
    expect(entry).toMatchObject({
      kind: 'generation',
      state: 'completed',
      creditsQuoted: quote?.credits,
      creditsUsed: quote?.credits,
      error: null,
    })
    const [asset] = eventsOf(ran, 'asset')
    expect(asset?.path).toBe(entry?.assets[0])
    expect(sha256Of(readFileSync(String(asset?.path)))).toBe(asset?.sha256)
    // The model last used stands in for --model from now on.
    const again = await printroom([...place.words, 'quote', 'generate', '--prompt', 'Another'], fast)
    expect(again.status, again.stderr).toBe(0)
  })

  it('sends nothing without --yes or above --max-credits, and says so with status 3', async () => {
    for (const consent of [[], ['--yes', '--max-credits', '1']]) {
      const ran = await printroom([...place.words, ...consent, 'skill', 'remove-bg', samplePhoto, '--wait'], fast)
      expect(ran.status).toBe(3)
      expect(eventsOf(ran, 'quote')).toHaveLength(1)
      expect(ran.stderr).toContain('Nothing was sent or charged')
    }
    expect((await printroom([...place.words, 'receipts', 'list'], fast)).lines).toEqual([])
    const ledger = await printroom([...place.words, 'practice', 'ledger'], fast)
    expect(ledger.lines).toEqual([{ totals: expect.objectContaining({ charged: 0 }) }])
  })

  it('lists, searches and shows what is at home while practice is stopped, and does not start it', async () => {
    await printroom([...place.words, '--yes', 'skill', 'remove-bg', samplePhoto, '--wait'], fast)
    await waitUntilStopped(place.home)
    for (const words of [
      ['library', 'list'],
      ['library', 'search', 'sample'],
      ['library', 'list', '--flag', 'none'],
      ['library', 'search', 'sample,', 'today,', 'cutout'],
      ['receipts', 'list'],
    ]) {
      const ran = await printroom([...place.words, ...words], fast)
      expect(ran.status, ran.stderr).toBe(0)
      expect(ran.lines).toHaveLength(1)
    }
    const [listed] = (await printroom([...place.words, 'receipts', 'list'], fast)).lines
    const shown = await printroom([...place.words, 'receipts', 'show', String(listed?.id)], fast)
    expect(shown.lines[0]).toMatchObject({ money: { quoted: 2, charged: 2, refunded: 0, paid: 2 } })
    expect((await printroom([...place.words, 'library', 'search', 'nothing-like-it'], fast)).lines).toEqual([])
    expect((await printroom([...place.words, 'library', 'search', 'sample, last week'], fast)).lines).toEqual([])
    expect((await printroom([...place.words, 'library', 'list', '--flag', 'pick'], fast)).lines).toEqual([])
    expect(await isRunning(place.home)).toBe(false)
  })
})

interface Announcement {
  control: string
}

const announcement = (home: string): Announcement =>
  JSON.parse(readFileSync(join(home, 'practice/remote/practice.json'), 'utf8'))

const isRunning = (home: string): Promise<boolean> =>
  fetch(`${announcement(home).control}/state`)
    .then((r) => r.ok)
    .catch(() => false)

/** Practice ends itself some seconds after its last holder is gone; its address stops answering. */
async function waitUntilStopped(home: string): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (await isRunning(home)) {
    if (performance.now() > deadline) throw new Error('practice did not stop')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
