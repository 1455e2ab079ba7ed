import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ownFilesHome } from './library-home.ts'
import { expect, test } from './window-test.ts'

const pictures = 40

interface Places {
  /** Left, top, width and height of each picture, by its address. */
  [address: string]: number[]
}

interface Seen {
  /** As the layer had them when all of its pictures were there; null where that was never so. */
  first: Places | null
  own: Places | null
  /** Whether the library's own pictures were all there in the frame in which the layer was gone. */
  wasReady: boolean | null
}

/** Runs in the page: looks in every frame. */
function watch(): void {
  const seen: Seen = { first: null, own: null, wasReady: null }
  Object.assign(window, { firstSight: seen })
  const placesOf = (images: HTMLImageElement[]): Places =>
    Object.fromEntries(
      images.map((image) => {
        const { left, top, width, height } = image.getBoundingClientRect()
        return [image.src, [left, top, width, height].map(Math.round)]
      }),
    )
  const look = (): void => {
    const layer = document.getElementById('first-sight')
    const first = [...(layer?.querySelectorAll('img') ?? [])]
    const own = [...document.querySelectorAll<HTMLImageElement>('[data-index] img')]
    const isReady = own.length > 0 && own.every(({ complete }) => complete)
    const isShown = layer !== null && getComputedStyle(layer).display !== 'none'
    if (isShown && first.every(({ complete, naturalWidth }) => complete && naturalWidth > 0))
      seen.first = placesOf(first)
    if (layer === null && seen.first !== null && seen.wasReady === null) seen.wasReady = isReady
    if (isReady) seen.own = placesOf(own)
    if (layer !== null || seen.own === null) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function recordOf(page: Page): Promise<Seen> {
  await page.waitForFunction(() => {
    const { own } = Reflect.get(window, 'firstSight') as Seen
    return own !== null && document.getElementById('first-sight') === null
  })
  return page.evaluate(() => Reflect.get(window, 'firstSight') as Seen)
}

test('the next start begins with the pictures that were seen last, where they stood, until the library’s own are there', async ({
  launch,
}) => {
  const { home } = await ownFilesHome(pictures)
  const kept = join(home, 'window', 'first-sight.json')
  try {
    const began = await launch({ home, inPage: watch })
    const { first, own } = await recordOf(began.page)
    expect(first).toBeNull()
    expect(Object.keys(own ?? {})).toHaveLength(pictures)
    await began.page.getByRole('slider', { name: 'Picture size' }).press('ArrowRight')
    await expect.poll(() => existsSync(kept) && JSON.parse(readFileSync(kept, 'utf8')).rowHeight).toBe(112)
    await began.close()

    const again = await launch({ home, inPage: watch })
    const second = await recordOf(again.page)
    expect(Object.keys(second.first ?? {}).length).toBeGreaterThan(20)
    expect(second.own).toEqual(second.first)
    expect(second.wasReady).toBe(true)
    await again.close()

    // In a window of another size the pictures stand elsewhere: it begins without them.
    const other = JSON.parse(readFileSync(kept, 'utf8'))
    writeFileSync(kept, JSON.stringify({ ...other, view: { width: 1000, height: 700 } }))
    const third = await launch({ home, inPage: watch })
    expect((await recordOf(third.page)).first).toBeNull()

    // What is in the trash is not seen again, also where it went from the viewer.
    const seenNow = (): string[] =>
      JSON.parse(readFileSync(kept, 'utf8')).pictures.map(({ address }: { address: string }) => address)
    const cells = third.page.getByRole('gridcell')
    await expect.poll(() => seenNow().length).toBeGreaterThan(20)
    await cells.first().dblclick()
    await third.page.keyboard.press('Delete')
    await expect.poll(seenNow).toEqual([])
    await third.page.keyboard.press('Escape')
    await expect.poll(() => seenNow().length).toBeGreaterThan(20)
    await cells.first().click()
    await third.page.keyboard.press('ControlOrMeta+a')
    await third.page.keyboard.press('Delete')
    await expect(third.page.getByText('Your library is empty')).toBeVisible()
    await expect.poll(seenNow).toEqual([])
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
})
