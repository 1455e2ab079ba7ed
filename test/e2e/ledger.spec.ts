import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { callFrom, cutOut, goTo, order, tellPractice } from './driving.ts'
import { expect, test } from './window-test.ts'

/** Types a name into the list that has just opened, and takes what stands first in it. */
async function nameProject(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('searchbox', { name: 'Find or name a project' })).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('option').first()).toContainText(name)
  await page.keyboard.press('Enter')
}

test('the ledger: nothing, then a cutout in every sum, filed under a project, its receipt, and the same as CSV', async ({
  launch,
}) => {
  const { app, page, home } = await launch({ begun: 'practising', env: { PRINTROOM_TIME_SCALE: '10' } })
  await goTo(page, 'Skills')
  const chosen = (name: string) => page.getByRole('button', { name: `Project: ${name}`, exact: true })
  await chosen('No project').press('Enter')
  expect(await violations(page)).toEqual([])
  await nameProject(page, 'Harbour Days')
  await expect(chosen('Harbour Days')).toBeFocused()
  await cutOut(app, page)
  await goTo(page, 'Ledger')
  const ledger = page.getByRole('region', { name: 'Ledger', exact: true })
  for (const name of ['Quoted', 'Charged', 'Paid'])
    await expect(ledger.getByRole('definition').filter({ hasText: '2' }).first(), name).toBeVisible()
  const day = ledger.getByRole('table', { name: 'Paid per day' }).getByRole('row').nth(1)
  await expect(day).toHaveText(/^Today\s*2\s*0\s*2$/)
  const parts = (name: string) => ledger.getByRole('table', { name }).getByRole('row').nth(1)
  await expect(parts('Cost of each model and Skill')).toHaveText(/^Cutout\s*1\s*2\s*2\s*0\s*2$/)
  await ledger.getByRole('radio', { name: 'By model' }).press('ArrowRight')
  await expect(parts('Cost of each project')).toHaveText(/^Harbour Days\s*1\s*2\s*2\s*0\s*2$/)
  await expect(ledger.getByRole('columnheader', { name: 'Harbour Days' })).toBeVisible()
  await expect(day).toHaveText(/^Today\s*2\s*0\s*2$/)
  expect(await violations(page)).toEqual([])
  await expect(page.getByRole('complementary', { name: 'Awaiting download' })).toContainText(
    'Every paid result is in your library.',
  )

  await ledger.getByText('Receipts', { exact: true }).first().click()
  const row = ledger.getByRole('table', { name: 'Requests' }).getByRole('row').nth(1)
  await expect(row).toContainText('sample.jpg')
  await expect(row).toContainText('Cutout')
  await expect(row.getByRole('cell', { name: 'Harbour Days' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await row.getByRole('button', { name: 'sample.jpg' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Paper receipt' })).toContainText('Paid')
  await chosen('Harbour Days').press('Enter')
  await nameProject(page, '=Autumn')
  await expect(chosen('=Autumn')).toBeFocused()

  await goTo(page, 'Ledger')
  const file = join(home, 'ledger.csv')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, file)
  await ledger.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText(`Ledger exported to ${file}.`)).toBeVisible()
  const [head, line, ...rest] = readFileSync(file, 'utf8').trimEnd().split('\r\n')
  expect(head).toContain('Quoted,Charged,Refunded,Paid')
  expect(head).toMatch(/,Project$/)
  expect(line).toContain('sample.jpg,skill,remove-bg,completed,2,2,0,2')
  expect(line).toMatch(/,'=Autumn$/)
  expect(rest).toEqual([])

  await ledger.getByRole('button', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'Last month' }).click()
  await expect(ledger.getByText('No spending in this period')).toBeVisible()
})

test('the ledger: a lost answer is not called charged, and no estimate stands in a sum of what was (O2)', async ({
  launch,
}) => {
  const { page, home } = await launch({ begun: 'practising', env: { PRINTROOM_TIME_SCALE: '1' } })
  const { models } = await callFrom(page, 'catalogue.models', { media: 'image' })
  await tellPractice(home, 'faults', {
    faults: [
      { match: { method: 'POST', path: '/api/generate/v2' }, times: 1, fault: 'lost-after' },
      { match: { method: 'GET' }, fault: 'status', status: 503, body: { success: false, error: 'try later' } },
    ],
  })
  const quote = await callFrom(page, 'quote.generation', { prompt: 'a lighthouse', modelId: models[0]?.id ?? '' })
  await order(page, quote)
  await goTo(page, 'Ledger')
  const owed = page.getByRole('complementary', { name: 'Awaiting download' })
  const notKnown = owed.getByRole('list', { name: 'Not known yet' })
  await expect(notKnown.getByRole('listitem')).toHaveCount(1)
  await expect(notKnown).toContainText(`Quoted at ${quote.credits} credits. No answer says whether`)
  await expect(owed).toContainText(`1 request, quoted at ${quote.credits} credits`)
  await expect(owed.getByRole('list', { name: 'Awaiting download' })).toHaveCount(0)
  await expect(owed).not.toContainText('credits paid')
  expect(await violations(page)).toEqual([])
})
