import { goTo } from './driving.ts'
import { expect, test } from './window-test.ts'

test('what Copy copies is on the clipboard; by itself the page neither writes there nor reads (W1)', async ({
  launch,
}) => {
  const { app, page, home } = await launch({ begun: 'practising' })
  await goTo(page, 'Settings')
  const folders = page.getByRole('region', { name: 'Folders', exact: true })
  const path = folders.getByRole('button', { name: home }).first()
  const words = (await path.textContent()) ?? ''
  await path.click()
  await expect(page.getByText(/^The path of the library copied\.$/)).toBeVisible()

  const onClipboard = () => app.evaluate(({ clipboard }) => clipboard.readText())
  expect(await onClipboard()).toBe(words)

  // One act, one text: a script that comes along has none.
  const byItself = await page.evaluate(() => window.printroom.call('app.copyText', { text: 'of a script' }))
  expect(byItself).toMatchObject({ ok: false, code: 'not-acted' })
  for (const way of ['readText', 'writeText'] as const) {
    const outcome = await page.evaluate(
      (way) =>
        navigator.clipboard[way]('of a script').then(
          () => 'given',
          () => 'refused',
        ),
      way,
    )
    expect(outcome, way).toBe('refused')
  }
  expect(await onClipboard()).toBe(words)
})
