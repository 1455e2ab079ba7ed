import { join } from 'node:path'
import { root } from '../../scripts/setup.mjs'
import { expectNoViolations } from './accessibility.ts'
import { dropFiles, goTo } from './driving.ts'
import { expect, test } from './window-test.ts'

test('a screen that fails while it is drawn says so in its place; the rest goes on, and it comes back as it was', async ({
  launch,
}) => {
  const { page } = await launch({ begun: 'practising', env: { PRINTROOM_TIME_SCALE: '20' } })
  await goTo(page, 'Skills')
  // From now on no size of a file can be written.
  await page.evaluate(() => {
    const { log10 } = Math
    Math.log10 = () => {
      throw new Error('Planted by the test.')
    }
    addEventListener('mended', () => {
      Math.log10 = log10
    })
  })
  await page.getByRole('tab', { name: /^Cutout/ }).focus()
  await dropFiles(page, [join(root, 'resources/sample.jpg')])
  const skills = page.getByRole('region', { name: 'Skills', exact: true })
  await expect(skills.getByRole('alert')).toContainText('Nothing was sent or charged')
  await expect(skills.getByRole('button', { name: 'Try again' })).toBeFocused()
  await expectNoViolations(page, 'a broken screen')

  await goTo(page, 'Queue')
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  await goTo(page, 'Skills')
  const again = skills.getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await expect(again).toBeFocused()
  await page.evaluate(() => dispatchEvent(new Event('mended')))
  await again.press('Enter')
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('sample.jpg')
  await expect(again).toHaveCount(0)
})

test('a dialog over the screens that fails while it is drawn goes, and says so; the window stays, and it can be asked for again', async ({
  launch,
}) => {
  const { page } = await launch({ begun: 'practising', env: { PRINTROOM_TIME_SCALE: '20' } })
  // From now on no key can be written that is not on the screen already.
  await page.evaluate(() => {
    const { replace } = String.prototype
    String.prototype.replace = function (this: string, ...given: unknown[]) {
      if (given[0] === 'mod') throw new Error('Planted by the test.')
      return Reflect.apply(replace, this, given)
    }
    addEventListener('mended', () => {
      String.prototype.replace = replace
    })
  })
  await page.keyboard.press('?')
  await expect(page.getByText('Part of the window could not be shown.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Places', exact: true })).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('mended')))
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})
