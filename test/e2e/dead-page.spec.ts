import { expect, test } from './window-test.ts'

test('a window whose page died comes back by itself', async ({ launch }) => {
  const { app } = await launch()
  const inPage = (words: string) =>
    app.evaluate(
      ({ BrowserWindow }, code) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code),
      words,
    )
  await inPage('globalThis.isOld = true')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
  // In between there is no page that could answer.
  const isBack = () =>
    inPage('!("isOld" in globalThis) && document.body.textContent.includes("Start practising")').catch(() => false)
  await expect.poll(isBack).toBe(true)
})
