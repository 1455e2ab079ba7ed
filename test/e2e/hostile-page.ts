import type { Page } from '@playwright/test'
import { approvalOfOrder } from '../../src/contract/approval.ts'
import type { CallInput, CallName } from '../../src/contract/ipc.ts'
import type { QuoteView } from '../../src/contract/quotes.ts'
import { callFrom, seenForLong, spendLooks } from './driving.ts'
import type { Launched, LaunchOptions } from './launch.ts'
import type { RemoteService } from './remote-service.ts'

// A script that came to run in the app's own page: it can call what the page can, and draw what it likes.

export const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', PRINTROOM_TIME_SCALE: '20' }
/** The window at work with a service, whose address and first key a person gave. */
export async function atWork(launch: Launch, service: RemoteService): Promise<Launched> {
  const launched = await launch({ env: { ...noKeychain, PRINTROOM_SERVICE: service.url } })
  await callFrom(launched.page, 'key.set', { key: service.keys[0] ?? '' })
  return launched
}
type Launch = (options: LaunchOptions) => Promise<Launched>

/** How the app answers: `done`, or the code of its refusal. */
export async function tried<N extends CallName>(page: Page, name: N, input: CallInput<N>): Promise<string> {
  return page.evaluate(
    async ([name, input]) => {
      const answer = await window.printroom.call(name as 'queue.caps', input as undefined)
      return answer.ok ? 'done' : answer.code
    },
    [name, input] as [string, unknown],
  )
}

export async function quoteOf(page: Page, prompt: string, count = 1): Promise<QuoteView> {
  const { models } = await callFrom(page, 'catalogue.models', { media: 'image' })
  return callFrom(page, 'quote.generation', { prompt, modelId: models[0]?.id ?? '', count })
}

export const approve = (page: Page, { id, credits, contentHash }: QuoteView): Promise<string> =>
  tried(page, 'orders.approve', { quoteId: id, credits, contentHash })

/**
 * Puts the script's own HTML over the page, the button that says `approves` in it as the app's own sheets draw one; takes away
 * what it put there before.
 */
export async function draw(page: Page, { contentHash, credits }: QuoteView, html: string): Promise<void> {
  await page.evaluate(
    ([html, approves, looks]) => {
      document.querySelector('#drawn')?.remove()
      const drawn = Object.assign(document.createElement('div'), { id: 'drawn', innerHTML: html })
      drawn.style.cssText = 'position: fixed; inset: 100px auto auto 300px; z-index: 99; width: 220px'
      for (const styled of drawn.querySelectorAll<HTMLElement>('[data-style]'))
        styled.style.cssText = styled.dataset.style ?? ''
      const button = drawn.querySelector<HTMLElement>('button')
      if (button) Object.assign(button, { className: looks }).dataset.approves = approves
      document.body.append(drawn)
    },
    [html, approvalOfOrder({ contentHash, credits }), await spendLooks(page)] as const,
  )
}

/** A person's press at the middle of what was drawn, which they see, and come to. */
export async function pressDrawn(page: Page, what = 'button'): Promise<void> {
  await page.mouse.move(0, 0)
  await seenForLong(page)
  const box = await page.locator(`#drawn ${what}`).boundingBox()
  if (box === null) throw new Error('nothing was drawn')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** Of a drawn button. */
export const size = 'width: 220px; height: 40px; margin: 0;'
/** All of a button of that size that stands at the beginning. */
export const covers = `position: absolute; inset: 0; ${size} background: white;`
export const over = `${covers} pointer-events: none;`
