import type { Page } from '@playwright/test'
import { expect, sharedApp, test } from './window-test.ts'

const shared = sharedApp({ begun: 'practising' })

declare global {
  interface Window {
    acts: { tried: number; answers: string[] }
  }
}

/** A script's own elements over the page, and the script: each event of a person's that it hears it takes for an act. */
async function hostile(page: Page, html: string): Promise<void> {
  await page.evaluate((html) => {
    document.querySelector('#drawn')?.remove()
    const drawn = Object.assign(document.createElement('div'), { id: 'drawn', innerHTML: html })
    drawn.style.cssText = 'position: fixed; inset: 100px auto auto 300px; z-index: 99; background: white'
    document.body.append(drawn)
    const isFirst = window.acts === undefined
    window.acts = { tried: 0, answers: [] }
    if (!isFirst) return
    for (const type of ['keydown', 'keyup', 'pointerdown', 'pointerup', 'click', 'auxclick', 'contextmenu'])
      addEventListener(type, (event) => {
        if (!event.isTrusted) return
        const { acts } = window
        acts.tried += 1
        const text = `${type} ${acts.tried}`
        void window.printroom
          .call('app.copyText', { text })
          .then((answer) => acts.answers.push(answer.ok ? 'done' : answer.code))
      })
  }, html)
}

/** How many acts that was, once all that the script tried is answered, and that it tried more. */
async function actsOf(page: Page, what: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => Object.assign(window.acts, { tried: 0, answers: [] }))
  await what()
  await expect
    .poll(() => page.evaluate(() => window.acts.tried > 0 && window.acts.tried === window.acts.answers.length))
    .toBe(true)
  return page.evaluate(() => window.acts.answers.filter((answer) => answer === 'done').length)
}

const isDone = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => window.acts.answers.includes('done'))).toBe(true)

test('one click is one act, however many labels a script leads it through, and however long each of them takes (W1)', async () => {
  const { page } = await shared()
  const steps = Array.from({ length: 12 }, (_, n) => `<label for="o${n + 1}"><output id="o${n}"></output></label>`)
  const chain = `<label id="first" for="o0">Press me</label>${steps.join('')}<output id="o${steps.length}"></output>`
  await hostile(page, chain)
  expect(await actsOf(page, () => page.locator('#first').click())).toBe(1)
  await page.evaluate(() => {
    // As long as clicks of no hand are kept apart, and longer.
    document.querySelector('#drawn')?.addEventListener('click', () => {
      for (const end = performance.now() + 130; performance.now() < end; );
    })
  })
  expect(await actsOf(page, () => page.locator('#first').click())).toBe(1)
  await hostile(page, '<label id="own">A box<input type="checkbox"></label>')
  expect(await actsOf(page, () => page.locator('#own').click({ position: { x: 3, y: 5 } }))).toBe(1)
  expect(await actsOf(page, () => page.locator('#own').click({ position: { x: 3, y: 5 } }))).toBe(1)
})

test('a key on a button is one act, held on too, and with what it leads to; a key that changes others is none (W1)', async () => {
  const { page } = await shared()
  await hostile(
    page,
    '<button id="b">x</button><label for="c" id="l">y</label><input id="c" type="checkbox" accesskey="k"><form onsubmit="return false"><input id="t"><button id="s">z</button></form>',
  )
  await page.locator('#b').focus()
  expect(await actsOf(page, () => page.keyboard.press('Enter'))).toBe(1)
  expect(await actsOf(page, () => page.keyboard.press(' '))).toBe(1)
  const hold = async (): Promise<void> => {
    for (let n = 0; n < 6; n += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
  }
  expect(await actsOf(page, hold)).toBe(1)
  await page.locator('#c').focus()
  expect(await actsOf(page, () => page.keyboard.press(' '))).toBe(1)
  expect(await actsOf(page, () => page.keyboard.press('Alt+k'))).toBe(1)
  await page.locator('#t').focus()
  expect(await actsOf(page, () => page.keyboard.press('Enter'))).toBe(1)
  for (const key of ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock'])
    expect(await actsOf(page, () => page.keyboard.press(key)), key).toBe(0)
  expect(await actsOf(page, () => page.keyboard.press('Control+F9'))).toBe(1)
  expect(
    await actsOf(page, async () => {
      await page.keyboard.press('F9')
      await isDone(page)
      await page.keyboard.press('F9')
    }),
  ).toBe(2)
})

test('each press is an act of its own: of either button, of a finger, of a key for menus, and with a key that is held (W1)', async () => {
  const { page } = await shared()
  await hostile(page, '<button id="b">x</button>')
  const button = page.locator('#b')
  expect(await actsOf(page, () => button.click())).toBe(1)
  expect(await actsOf(page, () => button.click({ button: 'right' }))).toBe(1)
  expect(await actsOf(page, () => button.click({ modifiers: ['Control'] }))).toBe(1)
  await button.focus()
  expect(await actsOf(page, () => page.keyboard.press('ContextMenu'))).toBe(1)
  expect(await actsOf(page, () => page.keyboard.press('Shift+F10'))).toBe(1)
  const { x, y } = (await button.boundingBox()) ?? { x: 0, y: 0 }
  const client = await page.context().newCDPSession(page)
  const touch = async (type: 'touchStart' | 'touchEnd'): Promise<void> => {
    const touchPoints = type === 'touchStart' ? [{ x: x + 4, y: y + 4 }] : []
    await client.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  const tap = async (): Promise<void> => {
    await touch('touchStart')
    await touch('touchEnd')
    await isDone(page)
  }
  expect(await actsOf(page, tap)).toBe(1)
  await client.detach()
  expect(await actsOf(page, () => button.click())).toBe(1)
})
