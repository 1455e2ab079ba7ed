import { goTo } from './driving.ts'
import { expect, test } from './window-test.ts'

test('what Copy copies can be pasted, and the page may read nothing from the clipboard by itself', async ({
  launch,
}) => {
  const { page, home } = await launch()
  await page.getByRole('button', { name: /^Start practising/ }).click()
  await goTo(page, 'Settings')
  const folders = page.getByRole('region', { name: 'Folders', exact: true })
  const path = folders.getByRole('button', { name: home }).first()
  const words = (await path.textContent()) ?? ''
  await path.click()
  await expect(page.getByText(/^The path of the library copied\.$/)).toBeVisible()

  await goTo(page, 'Create')
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true })
  await prompt.click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(prompt).toHaveValue(words)

  const read = await page.evaluate(() =>
    navigator.clipboard.readText().then(
      () => 'given',
      () => 'refused',
    ),
  )
  expect(read).toBe('refused')
})
