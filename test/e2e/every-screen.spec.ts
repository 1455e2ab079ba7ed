import { violations } from './accessibility.ts'
import { cutOutSample, goTo, killPractice, practiceControl, screens } from './driving.ts'
import { expect, test } from './window-test.ts'

test('every screen: no accessibility violation and nothing cut off, in light and dark, at the smallest and a usual size', async ({
  launch,
}) => {
  const { app, page } = await launch({ env: { PRINTROOM_TIME_SCALE: '10' } })
  await cutOutSample(app, page)
  for (const size of [
    { width: 960, height: 640 },
    { width: 1440, height: 900 },
  ])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const screen of screens) {
        await goTo(page, screen)
        const where = `${screen}, ${size.width} × ${size.height}, ${colorScheme}`
        expect(await violations(page), where).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, where).toBeLessThanOrEqual(0)
      }
    }
})

test('the library works while the service is stopped', async ({ launch }) => {
  const { app, page, home } = await launch({ env: { PRINTROOM_TIME_SCALE: '10' } })
  await cutOutSample(app, page)
  const control = practiceControl(home)
  await killPractice(home)
  await goTo(page, 'Library')
  await page.getByRole('gridcell').first().dblclick()
  const picture = page.getByRole('region', { name: 'Library' }).locator('img').first()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  expect(
    await fetch(`${control}/state`).then(
      () => 'answers',
      () => 'stopped',
    ),
  ).toBe('stopped')
})
