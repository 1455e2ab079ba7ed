import type { ElectronApplication, Page } from '@playwright/test'
import { goTo, screens, startPractising } from './driving.ts'
import { findRuntime } from './launch.ts'
import { expect, test } from './window-test.ts'

const { real } = await findRuntime()
/** Where systems have their buttons, and how wide they are, left and right; genuine Electron has those of its system. */
const systems: Record<string, [number, number] | null> = real
  ? { 'this system': null }
  : { darwin: [88, 0], win32: [0, 138], linux: [0, 120], 'linux-left': [120, 0], 'linux-both': [40, 40] }
const sizes = [
  { width: 960, height: 640 },
  { width: 1440, height: 900 },
]

/** The places of the window that the system's buttons take, and what of the page lies there: words, pictures, controls. */
function underButtons(): { places: number; found: string[] } {
  interface Overlaid {
    windowControlsOverlay?: { visible: boolean; getTitlebarAreaRect: () => DOMRect }
  }
  const told = (navigator as Overlaid).windowControlsOverlay
  const area = told?.visible ? told.getTitlebarAreaRect() : null
  const places =
    area === null
      ? [...document.querySelectorAll('stand-in-buttons')].map((strip) => strip.getBoundingClientRect())
      : [new DOMRect(0, 0, area.x, area.height), new DOMRect(area.right, 0, innerWidth - area.right, area.height)]
  const taken = places.filter(({ width }) => width > 0)
  const isUnder = (one: DOMRect): boolean =>
    taken.some(
      (place) => one.left < place.right && one.right > place.left && one.top < place.bottom && one.bottom > place.top,
    )
  const found: string[] = []
  const seen = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = seen.nextNode(); node; node = seen.nextNode()) {
    if (node instanceof Element) {
      if (node.matches('button, input, a, img, svg, video, canvas') && isUnder(node.getBoundingClientRect()))
        if (node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) found.push(node.outerHTML)
    } else if (node.textContent?.trim()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const isShown = node.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      if (isShown && [...range.getClientRects()].some(isUnder)) found.push(node.textContent)
    }
  }
  return { places: taken.length, found }
}

/** The window stands on another system from now on: its buttons are the stand-in's. */
async function standOn(app: ElectronApplication, page: Page, system: string): Promise<void> {
  const widths = systems[system]
  if (!widths) return
  await app.evaluate(({ BrowserWindow }, corners) => {
    process.env.PRINTROOM_STANDIN_CORNERS = corners
    BrowserWindow.getAllWindows()[0]?.restore()
  }, system)
  const drawn = page.locator('stand-in-buttons')
  const widthsNow = (): Promise<number[]> =>
    drawn.evaluateAll((strips) => strips.map((strip) => strip.getBoundingClientRect().width))
  await expect.poll(widthsNow).toEqual(widths)
}

async function expectFree(app: ElectronApplication, page: Page, where: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const system of Object.keys(systems)) {
      await standOn(app, page, system)
      const { places, found } = await page.evaluate(underButtons)
      expect(places, where).toBeGreaterThan(0)
      expect(found, `${where}, ${system}, ${size.width}`).toEqual([])
    }
  }
}

test("nothing of the page lies under any system's buttons, and in full screen none of their room stays empty", async ({
  launch,
}) => {
  const { app, page } = await launch({ env: { PRINTROOM_TIME_SCALE: '20' } })
  await expectFree(app, page, 'first run')
  await startPractising(page)
  for (const screen of screens) {
    await goTo(page, screen)
    await expectFree(app, page, screen)
  }
  await page.keyboard.press('ControlOrMeta+k')
  await expectFree(app, page, 'commands')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F1')
  await expectFree(app, page, 'shortcuts')
  await page.keyboard.press('Escape')

  const room = () =>
    page.getByRole('banner').evaluate((bar) => {
      const { paddingLeft, paddingRight } = getComputedStyle(bar)
      return [paddingLeft, paddingRight]
    })
  const fill = (isFull: boolean) =>
    app.evaluate(({ BrowserWindow }, on) => BrowserWindow.getAllWindows()[0]?.setFullScreen(on), isFull)
  for (const system of Object.keys(systems)) {
    await standOn(app, page, system)
    const before = await room()
    expect(before, system).not.toEqual(['16px', '16px'])
    await fill(true)
    await expect.poll(room).toEqual(['16px', '16px'])
    await fill(false)
    await expect.poll(room).toEqual(before)
  }
})

test("a picture that is shown large leaves the system's buttons free", async ({ launch }) => {
  const { app, page } = await launch({ begun: 'cut out', env: { PRINTROOM_TIME_SCALE: '20' } })
  await goTo(page, 'Library')
  await page.getByRole('gridcell').first().dblclick()
  await expect(page.getByRole('button', { name: '100%' })).toBeVisible()
  await expectFree(app, page, 'large')
})

test("the strip behind the system's buttons follows the theme", async ({ launch }) => {
  test.skip(real, 'what genuine Electron draws beside the page is not in the page')
  const { app, page } = await launch({ env: { PRINTROOM_STANDIN_CORNERS: 'win32' } })
  const strip = () =>
    page.evaluate(() => {
      const colours = [...document.querySelectorAll('stand-in-buttons'), document.querySelector('header') as Element]
      return colours.slice(-2).map((one) => getComputedStyle(one).backgroundColor)
    })
  for (const theme of ['dark', 'light'] as const) {
    await app.evaluate(({ nativeTheme }, source) => {
      nativeTheme.themeSource = source
    }, theme)
    const bar = theme === 'dark' ? 'rgb(29, 29, 29)' : 'rgb(244, 244, 244)'
    await expect.poll(strip).toEqual([bar, bar])
  }
})
