import type { MessageBoxOptions, RenderProcessGoneDetails, WebContents } from 'electron'

const mostDeaths = 3
const withinMs = 60_000

/**
 * A page whose process died comes back. One that dies over and over is left dead until somebody says otherwise, since
 * something on this computer ends it each time.
 * @param ask resolves to the number of the button
 * @param close ends the window
 */
export function reviveDeadPage(
  page: Pick<WebContents, 'on' | 'reload' | 'isDestroyed'>,
  ask: (question: MessageBoxOptions) => Promise<number>,
  close: () => void,
): void {
  let deaths: number[] = []
  const reload = (): void => {
    if (!page.isDestroyed()) page.reload()
  }
  const died = async ({ reason }: RenderProcessGoneDetails): Promise<void> => {
    if (reason === 'clean-exit') return
    const now = performance.now()
    deaths = [...deaths.filter((at) => now - at < withinMs), now]
    // Electron is not done with the dead one before its listeners have returned.
    if (deaths.length <= mostDeaths) return void setImmediate(reload)
    deaths = []
    if ((await ask(question(reason))) === 0) reload()
    else close()
  }
  page.on('render-process-gone', (_event, details) => void died(details))
}

const question = (reason: string): MessageBoxOptions => ({
  type: 'error',
  message: 'Printroom’s window keeps stopping',
  detail: `The system or a picture ends what draws it (${reason}). Nothing is lost: what was ordered goes on, is not ordered twice, and comes home. Try again; if it stops once more, close the window, restart the computer and open Printroom anew.`,
  buttons: ['Try again', 'Close the window'],
  defaultId: 0,
  cancelId: 1,
})
