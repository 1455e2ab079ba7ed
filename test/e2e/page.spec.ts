import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/setup.mjs'
import type { CallInput, CallName } from '../../src/contract/ipc.ts'
import { agreeToAll, atRest, callFrom, chooseFiles, goTo, handlesOf, order, pressSpend, refuseAll } from './driving.ts'
import { approve, atWork, covers, draw, noKeychain, over, pressDrawn, quoteOf, size, tried } from './hostile-page.ts'
import { startService } from './remote-service.ts'
import { expect, test } from './window-test.ts'

const whole = 'position: fixed; inset: 0; z-index: 999; background: white; pointer-events: none'
const none = 'position: absolute; top: 0; left: 0; width: 0; height: 0; pointer-events: none;'
const veil = '<rect width="220" height="40" fill="white" pointer-events="none"/>'
const plainImage = 'linear-gradient(white, white)'

test('a script in the page orders nothing by itself: by a call, by clicks that it makes, or at another price than is read (W1)', async ({
  launch,
}) => {
  const service = await startService()
  const { app, page } = await atWork(launch, service)
  const asked = await refuseAll(app)
  const quote = await quoteOf(page, 'a lamp')
  const other = await quoteOf(page, 'a kite')
  expect(other.credits).toBe(quote.credits)
  expect(await approve(page, quote)).toBe('not-pressed')

  await draw(page, quote, `<button>Make 1 picture ${quote.credits} cr</button>`)
  await page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('#drawn button')
    const { x = 0, y = 0 } = button?.getBoundingClientRect() ?? {}
    button?.click()
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      button?.dispatchEvent(
        new MouseEvent(type, { bubbles: true, composed: true, detail: 1, clientX: x + 9, clientY: y + 9 }),
      )
    button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  expect(await approve(page, quote)).toBe('not-pressed')

  for (const words of [
    `Close`,
    `Make 1 picture 1 cr`,
    `Make ${quote.credits} pictures, 1 cr`,
    `Cancel, and keep my ${quote.credits} cr`,
    `Make 2 pictures ${quote.credits} cr`,
    `Make 1 picture \u2067${quote.credits} \u20661\u2069 cr\u2069`,
    `<span>Make 1 picture</span><span data-style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)">${quote.credits} cr</span>`,
    `Make 1 picture 1 cr <span data-style="font-size: 2px">${quote.credits} cr</span>`,
    `Make 1 picture 1 cr <span data-style="opacity: 0">${quote.credits} cr</span>`,
  ]) {
    await draw(page, quote, `<button>${words}</button>`)
    await pressDrawn(page)
    expect(await approve(page, quote), words).toBe('not-agreed')
  }
  // Main's own dialog says the price, whatever the button does.
  const atItsPrice = Array(9).fill(`Spend ${quote.credits} credits?`)
  expect(await asked()).toEqual(atItsPrice)

  // What was pressed is ordered, once, and nothing else at its price.
  await draw(page, quote, `<button>Make 1 picture ${quote.credits} cr</button>`)
  await pressDrawn(page)
  expect(await approve(page, other)).toBe('not-pressed')
  expect(await tried(page, 'orders.approve', { quoteId: quote.id, credits: quote.credits })).toBe('not-pressed')
  const { credits, contentHash } = quote
  expect(await tried(page, 'orders.approve', { quoteId: other.id, credits, contentHash })).toBe('price-differs')
  await pressDrawn(page)
  expect(await approve(page, quote)).toBe('done')
  const again = await quoteOf(page, 'a lamp')
  expect(await approve(page, again)).toBe('not-pressed')
  expect(await asked()).toEqual(atItsPrice)
  await expect.poll(() => service.charges()).toBe(1)
  await service.close()
})

test('what a person presses without seeing it is asked about in a dialog of the system (W1)', async ({ launch }) => {
  const service = await startService()
  const { app, page } = await atWork(launch, service)
  const asked = await refuseAll(app)
  const quote = await quoteOf(page, 'a lamp')
  const priced = `Make 1 picture ${quote.credits} cr`
  const button = `<button id="far">${priced}</button>`
  const plain = `<button data-style="${size} unicode-bidi: inherit">${priced}</button>`
  const traps: [html: string, press: (page: Page) => Promise<void>][] = [
    // Over it stand words that let the press through; or it is too faint.
    [`${button}<div data-style="${over}">Close</div>`, pressDrawn],
    [`<div data-style="opacity: 0.02">${button}</div>`, pressDrawn],
    [`${button}<div data-style="${over} width: 60px">Close</div>`, pressAtItsEdge],
    [`${button}<label for="far">Close</label>`, labelled],
    [`<form><input value="fox">${button}</form>`, entered],
    [button, ledByScript],
    [button, ledWhileTyping],
    // Another order was under the finger as the press began; and one button that is as large as a page.
    [button, swapped],
    [`<button data-style="position: fixed; inset: 0; z-index: 9">${priced}</button>`, pressDrawn],
    [`<div data-style="filter: opacity(0.02)">${button}</div>`, pressDrawn],
    [`<div data-style="direction: rtl; unicode-bidi: bidi-override">${plain}</div>`, pressDrawn],
    [`<div data-style="-webkit-text-fill-color: transparent">${button}</div>`, pressDrawn],
    [`${button}<div data-style="${over} transition: pointer-events 99s allow-discrete">Close</div>`, pressDrawn],
    // What lets presses through without saying so, or stands where a look at the page alone does not find it.
    [`${button}<div inert data-style="${covers}">Close</div>`, pressDrawn],
    [`${button}<div data-style="${covers} interactivity: inert">Close</div>`, pressDrawn],
    [button, coveredBesideBody],
    [button, coveredInShadow],
    [`${button}<div popover="manual" data-style="inset: auto; width: 9px; height: 9px"></div>`, popped],
    [
      `<button data-style="${size}"><span>Make 1 picture</span><span data-style="display: inline-block; transform: scaleX(0.1)">${quote.credits}</span><span>cr</span></button>`,
      pressDrawn,
    ],
    // Taken away as the press begins, or over a part of a figure alone; or larger than what it stands in.
    [`${button}<div data-style="${over}">Close</div>`, liftedAsItBegins],
    [button, coveredInPart],
    [`${button}<div data-style="${none} font: 60px / 60px monospace; color: white">█████████</div>`, pressDrawn],
    [
      `${button}<svg data-style="${none} overflow: visible"><defs><g id="g">${veil}</g></defs><use href="#g"/></svg>`,
      pressDrawn,
    ],
    [
      `${button}<div data-style="${none} border: 1px solid; border-image: ${plainImage} 1 / 1px / 220px"></div>`,
      pressDrawn,
    ],
    // Other figures are seen than are read, or in another order.
    [`<button data-style="${size} -webkit-text-security: disc">${priced}</button>`, pressDrawn],
    [
      `<button data-style="${size}"><span data-style="display: inline-block; rotate: 180deg">${priced}</span></button>`,
      pressDrawn,
    ],
    [
      `<button data-style="${size} display: flex; flex-direction: row-reverse"><span>1 cr</span><span>${priced}</span></button>`,
      pressDrawn,
    ],
    [button, withAFontOfItsOwn],
  ]
  for (const [html, press] of traps) {
    await draw(page, quote, html)
    const keep = () =>
      document.querySelector('#drawn form')?.addEventListener('submit', (event) => event.preventDefault())
    await page.evaluate(keep)
    await press(page)
    expect(await approve(page, quote), html).toBe('not-agreed')
  }
  expect(await asked()).toEqual(traps.map(() => `Spend ${quote.credits} credits?`))
  expect(await callFrom(page, 'requests.list', {})).toEqual([])
  expect(await service.charges()).toBe(0)
  await service.close()
})

async function liftedAsItBegins(page: Page): Promise<void> {
  await page.evaluate(() => {
    const lift = (): void => document.querySelector('#drawn > :last-child')?.remove()
    addEventListener('pointerdown', lift, { capture: true, once: true })
  })
  await pressDrawn(page)
}
async function coveredInPart(page: Page): Promise<void> {
  await page.evaluate(() => {
    const text = document.querySelector('#drawn button')?.firstChild
    if (!text) return
    const figure = document.createRange()
    const at = (text.textContent ?? '').search(/\d/)
    figure.setStart(text, at)
    figure.setEnd(text, at + 1)
    const { left, top, height, width } = figure.getBoundingClientRect()
    const cover = document.createElement('div')
    cover.style.cssText = `position: fixed; left: ${left}px; top: ${top}px; height: ${height}px; width: ${width * 0.4}px; background: white`
    document.querySelector('#drawn')?.append(cover)
  })
  await pressDrawn(page)
}
async function withAFontOfItsOwn(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.add(new FontFace('Other figures', 'local("Arial")')))
  await pressDrawn(page)
}

async function coveredBesideBody(page: Page): Promise<void> {
  await page.evaluate((css) => {
    const cover = document.createElement('div')
    cover.id = 'cover'
    cover.style.cssText = css
    document.documentElement.append(cover)
  }, whole)
  await pressDrawn(page)
  await page.evaluate(() => document.querySelector('#cover')?.remove())
}
async function coveredInShadow(page: Page): Promise<void> {
  await page.evaluate((css) => {
    const hosts = [1, 2].map(() => document.createElement('div'))
    const cover = document.createElement('div')
    cover.style.cssText = css
    const [outer, inner] = hosts.map((host) => host.attachShadow({ mode: 'open' }))
    outer?.append(hosts[1] ?? '')
    inner?.append(cover)
    document.querySelector('#drawn')?.append(hosts[0] ?? '')
  }, whole)
  await pressDrawn(page)
}
async function popped(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLElement>('#drawn [popover]')?.showPopover())
  await pressDrawn(page)
}
async function pressAtItsEdge(page: Page): Promise<void> {
  await page.locator('#drawn button').click({ position: { x: 20, y: 20 }, force: true })
}
async function labelled(page: Page): Promise<void> {
  await page.locator('#drawn label').click()
}
async function entered(page: Page): Promise<void> {
  await page.locator('#drawn input').press('Enter')
}
async function ledWhileTyping(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('#drawn')?.insertAdjacentHTML('beforeend', '<input>'))
  await page.locator('#drawn input').press('f')
  await page.evaluate(() => document.querySelector<HTMLElement>('#drawn button')?.focus())
  // Longer than a focus has to be looked at, shorter than a pause in typing.
  await page.waitForTimeout(600)
  await page.keyboard.press('Space')
}
async function swapped(page: Page): Promise<void> {
  await page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('#drawn button')
    const { approves = '' } = button?.dataset ?? {}
    if (button === null) return
    button.dataset.approves = approves.replace(
      /order-./,
      (start) => `${start.slice(0, -1)}${start.endsWith('0') ? '1' : '0'}`,
    )
    button.addEventListener('pointerup', () => Object.assign(button.dataset, { approves }))
  })
  await pressDrawn(page)
}
/** The next Enter of a person who is somewhere else. */
async function ledByScript(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLElement>('#drawn button')?.focus())
  await page.keyboard.press('Enter')
}

test('a script in the page sets no service, key, cap, host, way or address, and puts nothing back or away: each is a person’s yes in a dialog (W1)', async ({
  launch,
}) => {
  const service = await startService()
  const { app, page } = await launch({ env: noKeychain })
  await agreeToAll(app)
  await callFrom(page, 'app.useService', { address: service.url })
  const [key = '', second = ''] = service.keys
  await callFrom(page, 'key.set', { key })
  await callFrom(page, 'queue.setCaps', { day: 50, batch: 20 })
  const [asset] = await pictureAtHome(page)
  // An act, which a backup needs.
  await page.keyboard.press('F9')
  const { backups } = await callFrom(page, 'backups.make', undefined)
  await callFrom(page, 'library.trash', { of: { ids: [asset ?? ''] } })
  await chooseFiles(app, [root])
  const { folder = '' } = (await callFrom(page, 'files.chooseFolder', { purpose: 'watch' })) ?? {}
  const form = { skill: 'remove-bg', values: {}, pictures: [], folder, alsoTo: null }
  const before = await state(page)

  const asked = await refuseAll(app)
  const acts: { [N in CallName]?: CallInput<N>[] } = {
    'app.useService': [{ address: 'https://elsewhere.example' }],
    'app.setAskAbove': [{ credits: 1_000_000 }],
    'app.setNetwork': [{ proxy: 'http://proxy.example:8080' }, { proxy: 'direct' }],
    'updates.set': [{ address: 'https://updates.example', on: true }],
    'hosts.allow': [{ host: '10.0.0.5' }],
    'backups.restore': [{ name: backups[0]?.name ?? '' }],
    'key.set': [{ key: second }],
    'key.clear': [{ all: true }],
    'tokens.create': [{ service: service.url, session: service.sessionToken, name: 'mine' }],
    'tokens.revoke': [{ service: service.url, session: service.sessionToken, id: '1' }],
    'queue.setCaps': [{ day: 51 }, { batch: null }, { day: 1, batch: 21 }],
    'library.remove': [{ of: { ids: [asset ?? ''] } }],
    'watch.setUp': [{ ...form, each: 2, cap: 4000 }],
  }
  let count = 0
  for (const [name, inputs] of Object.entries(acts) as [CallName, never[]][])
    for (const input of inputs) {
      expect(await tried(page, name, input), `${name} ${JSON.stringify(input)}`).toBe('not-agreed')
      count += 1
      expect(await asked(), name).toHaveLength(count)
    }
  expect(await state(page)).toEqual(before)
  // Less than now, and what a person chose before, are nobody's to ask about.
  expect(await tried(page, 'queue.setCaps', { day: 30 })).toBe('done')
  expect(await tried(page, 'app.setAskAbove', { credits: 10 })).toBe('done')
  expect(await tried(page, 'app.useService', { address: service.url })).toBe('done')
  expect(await asked()).toHaveLength(count)
  await service.close()
})

const pictureAtHome = async (page: Page): Promise<string[]> => {
  const files = await handlesOf(page, [join(root, 'resources/sample.jpg')])
  await order(page, await callFrom(page, 'quote.skill', { skill: 'remove-bg', files }))
  const home = async () => (await callFrom(page, 'library.open', { filter: {}, limit: 5 })).items.map(({ id }) => id)
  await expect.poll(home).toHaveLength(1)
  // Its request may end a moment later, and what is open is part of what is compared.
  await expect.poll(async () => (await callFrom(page, 'app.snapshot', undefined)).key.open).toBe(0)
  return home()
}

/** All that those acts would change. */
const state = async (page: Page): Promise<unknown> => {
  const { service, askAbove, network, key } = await callFrom(page, 'app.snapshot', undefined)
  const { address, on } = await callFrom(page, 'updates.view', undefined)
  return {
    ...{ service, askAbove, network, key, address, on },
    caps: await callFrom(page, 'queue.caps', undefined),
    hosts: (await callFrom(page, 'hosts.list', undefined)).allowed,
    watches: await callFrom(page, 'watch.list', undefined),
    trashed: (await callFrom(page, 'library.facets', undefined)).trashed,
  }
}

test('an order above the sum that a person set is asked about once more, and one below it is not (W1)', async ({
  launch,
}) => {
  const service = await startService()
  const { app, page } = await atWork(launch, service)
  const quote = await quoteOf(page, 'a lamp')
  const credits = quote.credits ?? 0
  await callFrom(page, 'app.setAskAbove', { credits })
  const asked = await refuseAll(app)
  const two = await quoteOf(page, 'a lamp', 2)
  await expect(order(page, two)).rejects.toThrow('It was not agreed to')
  expect(await asked()).toEqual([`Spend ${credits * 2} credits?`])
  await order(page, quote)
  expect(await asked()).toHaveLength(1)
  await agreeToAll(app)
  await order(page, two)
  await expect.poll(() => service.charges()).toBe(3)
  await service.close()
})

test('from the first window to an ordered picture it is four presses, and no dialog but the chooser of files (W1)', async ({
  launch,
}) => {
  const { app, page } = await launch({ env: { PRINTROOM_TIME_SCALE: '20' } })
  const asked = await refuseAll(app)
  await page.evaluate(() => {
    Object.assign(window, { presses: 0 })
    const count = ({ isTrusted }: Event) => {
      if (isTrusted) (window as unknown as { presses: number }).presses += 1
    }
    for (const type of ['click', 'keydown']) addEventListener(type, count, true)
  })
  await page.getByRole('button', { name: /^Start practising/ }).click()
  await goTo(page, 'Skills')
  await chooseFiles(app, [join(root, 'resources/sample.jpg')])
  await page
    .getByRole('button', { name: /^Choose files/ })
    .first()
    .click()
  await pressSpend(page.getByRole('button', { name: /2 credits$/ }))
  await expect(page.getByRole('list', { name: 'Files' }).getByText('Done', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { presses: number }).presses)).toBe(4)
  expect(await asked()).toEqual([])

  // By keys alone as well: what leads to the price, and one key on it.
  await goTo(page, 'Create')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A kite over the sea')
  const spend = page.locator('[data-order] [data-spend]')
  await atRest(spend)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.keyboard.press('Space')
  await expect(page.getByText('1 request queued.')).toBeAttached()
  expect(await asked()).toEqual([])
})

test('a window that is held busy looks at nothing: what is pressed as it wakes is asked about (W1)', async ({
  launch,
}) => {
  const { app, page } = await launch({ env: { PRINTROOM_TIME_SCALE: '20' } })
  const asked = await refuseAll(app)
  await page.getByRole('button', { name: /^Start practising/ }).click()
  await goTo(page, 'Create')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A kite over the sea')
  await atRest(page.locator('[data-order] [data-spend]'))
  await page.evaluate(() => {
    const beBusy = (): void => {
      const untilMs = performance.now() + 4000
      while (performance.now() < untilMs);
    }
    // The last of what brings the keyboard to the button: what is pressed after it is pressed while the page stands still.
    addEventListener('keyup', ({ key }) => (key === 'Control' || key === 'Meta') && setTimeout(beBusy))
  })
  await page.keyboard.press('ControlOrMeta+Enter')
  // Time itself is what is tried: by then the last look is too old, and the page stands still for long after.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await page.keyboard.press('Space')
  await expect.poll(asked).toEqual([expect.stringMatching(/^Spend \d+ credits \(practice\)\?$/)])
  expect(await callFrom(page, 'requests.list', {})).toEqual([])
})
