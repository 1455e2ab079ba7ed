import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../scripts/setup.mjs'
import { expectNoViolations } from './accessibility.ts'
import { callFrom, chooseFiles, dropFiles, goTo, pressSpend, signIn, tellPractice } from './driving.ts'
import { type RemoteService, startService } from './remote-service.ts'
import { expect, test } from './window-test.ts'

/** Its list shows the price of a Skill in a shape that nobody can read. */
async function hidePrice(service: RemoteService, skill: string): Promise<void> {
  const list = (await (await fetch(`${service.url}/api/skills`)).json()) as { skills: { endpoint: string }[] }
  const skills = list.skills.map((each) =>
    each.endpoint.includes(`/${skill}/`) ? { ...each, pricing: 'ask us' } : each,
  )
  const body = { ...list, skills }
  await service.fail([{ match: { method: 'GET', path: '/api/skills' }, fault: 'status', status: 200, body }])
}

test('an order whose price cannot be read is sent up to the most that a person names, and not without it (M12)', async ({
  launch,
}) => {
  const service = await startService()
  await hidePrice(service, 'upscale')
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', PRINTROOM_TIME_SCALE: '20' }
  const { app, page } = await launch({ env })
  await signIn(app, page, service)
  await goTo(page, 'Skills')
  await page.getByRole('tab', { name: /^Upscale/ }).click()
  await chooseFiles(app, [join(root, 'resources/sample.jpg')])
  await page
    .getByRole('button', { name: /^Choose files/ })
    .first()
    .click()

  const spend = page.locator('[data-spend]')
  const order = page.getByRole('complementary', { name: 'Order' })
  const most = order.getByRole('textbox', { name: 'Pay up to' })
  await expect(most).toBeVisible()
  await expect(spend).toHaveAccessibleName(/price unknown$/)
  await expect(spend).toHaveAttribute('aria-disabled', 'true')
  await expect(spend).toHaveAccessibleDescription('The price cannot be read. Enter the most you will pay.')

  await most.fill('a lot')
  await expect(most).toHaveAccessibleDescription('Enter a number of credits.')
  await expect(spend).toHaveAttribute('aria-disabled', 'true')
  await expectNoViolations(page, 'the most that is paid')
  await most.fill('1,000')
  await expect(spend).toHaveAccessibleName(/at most 1,000 credits$/)
  await most.fill('12')
  await most.press('Tab')
  await expect(spend).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Files' }).getByText('Done', { exact: true })).toBeVisible()

  const [request] = await callFrom(page, 'requests.list', {})
  const receipt = await callFrom(page, 'requests.receipt', { id: request?.id ?? '' })
  expect(JSON.stringify(receipt)).toContain('12 credits at most')
  expect(await service.charges()).toBe(1)
  await service.close()
})

test('a picture that is in an order twice is said before it is paid, and goes with one press (S6)', async ({
  launch,
}) => {
  const { page, home } = await launch({ begun: 'practising', env: { PRINTROOM_TIME_SCALE: '20' } })
  await goTo(page, 'Skills')
  const names = ['harbour.jpg', 'harbour copy.jpg', 'harbour final.jpg']
  for (const name of names) await copyFile(join(root, 'resources/sample.jpg'), join(home, name))
  await dropFiles(
    page,
    names.map((name) => join(home, name)),
  )
  const spend = page.locator('[data-spend]')
  const order = page.getByRole('complementary', { name: 'Order' })
  await expect(spend).toHaveAccessibleName(/6 credits$/)
  await expect(order.getByText(/is the same picture as .*Each is ordered and paid for/)).toBeVisible()
  await expectNoViolations(page, 'the same picture twice')
  await order.getByRole('button', { name: 'Remove 2 duplicates' }).click()
  await expect(spend).toHaveAccessibleName(/ 2 credits$/)
  await expect(order.getByText(/is the same picture as/)).toHaveCount(0)
})

test('a price that rose since it was shown is asked again, with the old and the new one, and nothing is paid (M2)', async ({
  launch,
}) => {
  // A price counts as of now for 0.3 s.
  const { page, home } = await launch({ begun: 'practising', env: { PRINTROOM_TIME_SCALE: '100' } })
  await goTo(page, 'Skills')
  await dropFiles(page, [join(root, 'resources/sample.jpg')])
  const spend = page.locator('[data-spend]')
  await expect(spend).toHaveAccessibleName(/ 2 credits$/)
  await tellPractice(home, 'state', { market: { factor: 3 } })
  const [shown] = (await callFrom(page, 'catalogue.skills', {})).skills
  expect(shown?.credits).toBe(2)
  const shownAt = Date.now()
  await expect.poll(() => Date.now() - shownAt).toBeGreaterThan(400)
  await pressSpend(spend)
  await expect(page.getByText(/you accepted 2 credits, and it costs 6 credits now\. Nothing was sent/)).toBeVisible()
  await expect(spend).toHaveAccessibleName(/ 6 credits$/)
  expect(await callFrom(page, 'requests.list', {})).toEqual([])
  // Who presses the new price has seen it: the pointer does not press on as it comes.
  await page.mouse.move(0, 0)
  await pressSpend(spend)
  await expect
    .poll(async () => (await callFrom(page, 'requests.list', {})).map((each) => each.creditsQuoted))
    .toEqual([6])
  // What went wrong went right: nobody reads of the old price beside the new receipt.
  await expect(page.getByText(/you accepted 2 credits/)).toHaveCount(0)
})

test('what is pasted into a prompt or a table brings nothing along that nobody sees (L12)', async ({ launch }) => {
  const { page } = await launch({ begun: 'practising', env: { PRINTROOM_TIME_SCALE: '20' } })
  await goTo(page, 'Create')
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true })
  // Put in by a program, it is as it was given; cut and pasted, it is what one sees.
  await prompt.fill('A red\u200b boat\u202e at dusk')
  await prompt.press('ControlOrMeta+A')
  await prompt.press('ControlOrMeta+X')
  await expect(prompt).toHaveValue('')
  await prompt.press('ControlOrMeta+V')
  await expect(prompt).toHaveValue('A red boat at dusk')
})
