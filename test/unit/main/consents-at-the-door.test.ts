import { dialog } from 'electron'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { approvalOfOrder } from '../../../src/contract/approval.ts'
import type { QuoteView } from '../../../src/contract/quotes.ts'
import { type Door, strangers } from '../../proof/support/door.ts'
import { orderWords } from '../../support/button-words.ts'
import { type DoorAtService, doorAtService } from '../../support/door-at-service.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

let at: DoorAtService
let door: Door

beforeAll(async () => {
  at = await doorAtService()
  door = at.door
  await door.get('queue.pause', undefined)
})
afterAll(() => at.close())

it('an order goes through main’s door with a press of the app’s own page alone, and nothing else with its word (W1)', async () => {
  const { models } = await door.get('catalogue.models', { media: 'image' })
  const quote = await door.get('quote.generation', { prompt: 'a lamp', modelId: models[0]?.id ?? '' })
  const { id, credits, contentHash } = quote
  const approve = { quoteId: id, credits, contentHash }
  expect(await door.say('orders.approve', approve)).toMatchObject({ ok: false, code: 'not-pressed' })
  const press = { approves: approvalOfOrder(approve), words: orderWords(1, credits ?? 0), isSeen: true }
  for (const stranger of strangers) door.press(press, stranger)
  expect(await door.say('orders.approve', approve)).toMatchObject({ ok: false, code: 'not-pressed' })
  vi.spyOn(dialog, 'showMessageBox').mockResolvedValue({ response: 1, checkboxChecked: false })
  expect(await door.say('app.useService', { address: 'https://elsewhere.example' })).toMatchObject({
    ok: false,
    code: 'not-agreed',
    message: expect.stringContaining('nothing was changed, sent or charged'),
  })
  expect((await door.get('app.snapshot', undefined)).service).toBe(at.remote.url)
  expect(await door.order(quote)).toHaveLength(1)
})

it('what was agreed to while the service was changed is not done at the other one (W1)', async () => {
  const answer = Promise.withResolvers<{ response: number; checkboxChecked: boolean }>()
  vi.spyOn(dialog, 'showMessageBox').mockReturnValue(answer.promise)
  const asked = door.say('hosts.allow', { host: '10.0.0.5' })
  await door.get('app.startPractice', undefined)
  answer.resolve({ response: 0, checkboxChecked: false })
  expect(await asked).toMatchObject({ ok: false, message: expect.stringContaining('changed meanwhile') })
  expect((await door.get('hosts.list', undefined)).allowed).toEqual([])
})

/** Above the sum that is asked about. */
async function dearOrder(): Promise<QuoteView> {
  const { models } = await door.get('catalogue.models', { media: 'image' })
  const variants = ['one', 'two', 'three', 'four', 'five'].map((prompt) => ({ prompt }))
  return door.get('quote.generation', { prompt: 'a lamp', modelId: models[0]?.id ?? '', count: 20, variants })
}

const approveOf = ({ id, credits, contentHash }: QuoteView) => ({ quoteId: id, credits, contentHash })

it('what was pressed in practice, for one order there or for several, orders nothing at the service (W1)', async () => {
  const ask = vi.spyOn(dialog, 'showMessageBox').mockResolvedValue({ response: 1, checkboxChecked: false })
  ask.mockClear()
  const live = await dearOrder()
  const { askAbove } = await door.get('app.snapshot', undefined)
  expect(live.credits).toBeGreaterThan(askAbove)

  await door.get('app.startPractice', undefined)
  const { models } = await door.get('catalogue.models', { media: 'image' })
  const practised = await door.get('quote.generation', { prompt: 'a lamp', modelId: models[0]?.id ?? '' })
  const approves = [practised, live].map((quote) => approvalOfOrder(approveOf(quote))).join(' ')
  const sum = (practised.credits ?? 0) + (live.credits ?? 0)
  const words = orderWords(live.requests, live.credits ?? 0)
  door.press({ approves: approvalOfOrder(approveOf(live)), words, isSeen: true })
  door.press({ approves, words: orderWords(1 + live.requests, sum), isSeen: true })
  // Several orders stand on no button of the app's.
  ask.mockResolvedValueOnce({ response: 0, checkboxChecked: false })
  expect(await door.say('orders.approve', approveOf(practised))).toMatchObject({ ok: true })
  expect(ask).toHaveBeenCalledTimes(1)
  ask.mockClear()

  await door.get('app.useService', { address: at.remote.url })
  const again = await dearOrder()
  expect(again.contentHash).toBe(live.contentHash)
  for (const _press of [1, 2])
    expect(await door.say('orders.approve', approveOf(again))).toMatchObject({ ok: false, code: 'not-pressed' })
  expect(ask).not.toHaveBeenCalled()
  // Where it is pressed it is asked about.
  door.press({ approves: approvalOfOrder(approveOf(again)), words, isSeen: true })
  expect(await door.say('orders.approve', approveOf(again))).toMatchObject({ ok: false, code: 'not-agreed' })
  expect(ask).toHaveBeenCalledTimes(1)
})
