import { expect, test } from './window-test.ts'

test('window tests take nothing of Chromium’s sandbox away', async ({ launch }) => {
  test.skip(process.platform !== 'linux', 'Playwright asks for it on Linux alone')
  test.skip(process.getuid?.() === 0, 'root cannot start Chromium with its sandbox')
  const { app } = await launch()
  expect(app.process().spawnargs).not.toContain('--no-sandbox')
})
