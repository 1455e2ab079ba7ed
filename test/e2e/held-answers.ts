import type { ElectronApplication } from '@playwright/test'
import type { CallName } from '../../src/contract/ipc.ts'

type Handler = (...args: unknown[]) => Promise<unknown>
type Answer = (contents: unknown, said: { args: unknown[] }) => Promise<unknown>
declare global {
  var letAnswersGo: () => void
}

/**
 * From now on the answers to one call of the window wait, as those of an engine that has much to do. The others do not.
 * @returns lets them go
 */
export async function holdAnswers(app: ElectronApplication, call: CallName): Promise<() => Promise<void>> {
  await app.evaluate(({ ipcMain }, call) => {
    const gate = Promise.withResolvers<void>()
    globalThis.letAnswersGo = gate.resolve
    // Electron's own keeps its handlers in a map; the stand-in's writes each answer down.
    const inner = ipcMain as unknown as { _invokeHandlers?: Map<string, Handler>; answer?: Answer }
    const handler = inner._invokeHandlers?.get('printroom:call')
    const answer = inner.answer?.bind(ipcMain)
    if (handler)
      inner._invokeHandlers?.set('printroom:call', async (event, name, ...rest) => {
        const value = await handler(event, name, ...rest)
        if (name === call) await gate.promise
        return value
      })
    else if (answer)
      inner.answer = async (contents, said) => {
        const reply = await answer(contents, said)
        if (said.args[0] === call) await gate.promise
        return reply
      }
    else throw new Error('there are no answers to hold')
  }, call)
  return () => app.evaluate(() => globalThis.letAnswersGo())
}
