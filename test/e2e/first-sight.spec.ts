import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { ownFilesHome } from './library-home.ts'
import { expect, test } from './window-test.ts'

const pictures = 40

interface Seen {
  /** Left, top, width and height of the picture of what was seen last, once it is painted; null where it never was. */
  first: number[] | null
  /** Whether the app's own page was there by then. */
  wasAlone: boolean | null
  /** Whether the library's own pictures were all there in the frame in which it was gone. */
  wasReady: boolean | null
}

/** Runs in the page: looks in every frame. */
function watch(): void {
  const seen: Seen = { first: null, wasAlone: null, wasReady: null }
  Object.assign(window, { firstSight: seen })
  const look = (): void => {
    const layer = document.querySelector<HTMLImageElement>('#first-sight')
    const own = [...document.querySelectorAll<HTMLImageElement>('[data-index] img')]
    const isReady = own.length > 0 && own.every(({ complete }) => complete)
    const isShown = layer !== null && getComputedStyle(layer).display !== 'none' && layer.naturalWidth > 0
    if (isShown && seen.first === null) {
      const { left, top, width, height } = layer.getBoundingClientRect()
      Object.assign(seen, { first: [left, top, width, height], wasAlone: !document.getElementById('root')?.firstChild })
    }
    // A slow machine has its library later than anybody looks at a picture of it (renderer/stores/startup-snapshot.ts).
    const isLate = performance.now() > 3000
    if (layer === null && seen.first !== null && seen.wasReady === null) seen.wasReady = isReady || isLate
    if (layer !== null || !isReady) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function recordOf(page: Page): Promise<Seen> {
  await page.waitForFunction(() => {
    const { first, wasReady } = Reflect.get(window, 'firstSight') as Seen
    const own = [...document.querySelectorAll<HTMLImageElement>('[data-index] img')]
    const isReady = own.length > 0 && own.every(({ complete }) => complete)
    return isReady && document.getElementById('first-sight') === null && (first === null || wasReady !== null)
  })
  return page.evaluate(() => Reflect.get(window, 'firstSight') as Seen)
}

/** How far two pictures of one size are from each other: the mean of all channels' differences, 0 to 255. */
async function distance(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((input) => sharp(input).removeAlpha().raw().toBuffer()))
  if (!a || !b || a.length !== b.length) return 255
  return a.reduce((sum, value, n) => sum + Math.abs(value - (b[n] ?? 0)), 0) / a.length
}

test('the next start begins with a picture of what was seen last, where it stood, until the library is there', async ({
  launch,
}) => {
  const { home } = await ownFilesHome(pictures)
  const kept = join(home, 'window', 'first-sight.json')
  const keptNow = () => existsSync(kept) && JSON.parse(readFileSync(kept, 'utf8'))
  const keptPicture = () => keptNow()?.seen?.picture ?? null
  try {
    const began = await launch({ home, inPage: watch })
    const { first } = await recordOf(began.page)
    expect(first).toBeNull()
    await began.page.getByRole('slider', { name: 'Picture size' }).press('ArrowRight')
    await expect.poll(() => keptNow()?.rowHeight).toBe(112)
    const { picture, left, top, width, height } = keptNow().seen
    const shot = await began.page.screenshot({ clip: { x: left, y: top, width, height } })
    const drawn = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64')
    const ground = await sharp(shot).extract({ left: 0, top: 0, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
    const [r = 0, g = 0, b = 0] = ground
    const onGround = await sharp(drawn).flatten({ background: { r, g, b } }).png().toBuffer()
    // The day's heading is in the one and not in the other, and WebP is not exact. Unlike pictures are some 60 apart.
    expect(await distance(shot, onGround)).toBeLessThan(6)
    await began.close()

    const again = await launch({ home, inPage: watch })
    const second = await recordOf(again.page)
    expect(second).toEqual({ first: [left, top, width, height], wasAlone: true, wasReady: true })
    await again.close()

    // In a window of another size the pictures stand elsewhere: it begins without them.
    writeFileSync(kept, JSON.stringify({ ...keptNow(), view: { width: 1000, height: 700 } }))
    const third = await launch({ home, inPage: watch })
    expect((await recordOf(third.page)).first).toBeNull()

    // What is in the trash is not seen again, also where it went from the viewer.
    await expect.poll(keptPicture).not.toBeNull()
    const cells = third.page.getByRole('gridcell')
    await cells.first().dblclick()
    await third.page.keyboard.press('Delete')
    await expect.poll(keptPicture).toBeNull()
    await third.page.keyboard.press('Escape')
    await expect.poll(keptPicture).not.toBeNull()
    await cells.first().click()
    await third.page.keyboard.press('ControlOrMeta+a')
    await third.page.keyboard.press('Delete')
    await expect(third.page.getByText('Your library is empty')).toBeVisible()
    await expect.poll(keptPicture).toBeNull()
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
})
