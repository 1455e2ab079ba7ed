import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { cutOutSample, goTo } from './driving.ts'
import { expect, test } from './window-test.ts'

test('the ledger: nothing, then a cutout in every sum, its receipt, and the same as CSV', async ({ launch }) => {
  const { app, page, home } = await launch({ env: { PRINTROOM_TIME_SCALE: '10' } })
  await cutOutSample(app, page)
  await goTo(page, 'Ledger')
  const ledger = page.getByRole('region', { name: 'Ledger', exact: true })
  for (const name of ['Quoted', 'Charged', 'Paid'])
    await expect(ledger.getByRole('definition').filter({ hasText: '2' }).first(), name).toBeVisible()
  const day = ledger.getByRole('table', { name: 'Paid a day' }).getByRole('row').nth(1)
  await expect(day).toHaveText(/^Today\s*2\s*0\s*2$/)
  await expect(page.getByRole('complementary', { name: 'Charged, no file yet' })).toContainText(
    'All that was paid for is at home.',
  )

  await ledger.getByText('Receipts', { exact: true }).first().click()
  const row = ledger.getByRole('table', { name: 'Requests' }).getByRole('row').nth(1)
  await expect(row).toContainText('sample.jpg')
  await expect(row).toContainText('Cutout')
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await row.getByRole('button', { name: 'sample.jpg' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Paper receipt' })).toContainText('Paid')

  await goTo(page, 'Ledger')
  const file = join(home, 'ledger.csv')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, file)
  await ledger.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText(`The ledger was written to ${file}.`)).toBeVisible()
  const [head, line, ...rest] = readFileSync(file, 'utf8').trimEnd().split('\r\n')
  expect(head).toContain('Quoted,Charged,Refunded,Paid')
  expect(line).toContain('sample.jpg,skill,remove-bg,completed,2,2,0,2')
  expect(rest).toEqual([])

  await ledger.getByRole('button', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'Last month' }).click()
  await expect(ledger.getByText('Nothing was spent in this time')).toBeVisible()
})
