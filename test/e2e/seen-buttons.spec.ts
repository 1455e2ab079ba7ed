import type { Page } from '@playwright/test'
import type { QuoteView } from '../../src/contract/quotes.ts'
import { pressAwake, refuseAll, seenForLong } from './driving.ts'
import { approve, atWork, covers, draw, over, pressDrawn, quoteOf } from './hostile-page.ts'
import type { Launched, LaunchOptions } from './launch.ts'
import { startService } from './remote-service.ts'
import { expect, test } from './window-test.ts'

interface Trap {
  name: string
  /** What the script draws; the button is as the app's own where it says nothing of its own. */
  html?: (priced: string) => string
  /** What it does then. */
  act?: (page: Page) => Promise<unknown>
  press?: (page: Page, quote: QuoteView) => Promise<void>
  /** Takes away what `draw` does not. */
  undo?: (page: Page) => Promise<unknown>
}

const plain = (words: string): string => `<button>${words}</button>`
const styled =
  (style: string, words = ''): Trap['html'] =>
  (priced) =>
    `<button data-style="${style}">${words || priced}</button>`
const within =
  (before: string, after: string): Trap['html'] =>
  (priced) =>
    `${before}${plain(priced)}${after}`

/** Each of them is pressed by a person, and has to be asked about in main's dialog; the button by itself is not. */
async function askedAboutEach(launch: (options?: LaunchOptions) => Promise<Launched>, traps: readonly Trap[]) {
  const service = await startService()
  const { app, page } = await atWork(launch, service)
  const quote = await quoteOf(page, 'a lamp')
  const priced = `Make 1 picture ${quote.credits} cr`
  const asked = await refuseAll(app)
  for (const { name, html = plain, act, press = (page: Page) => pressDrawn(page), undo } of traps) {
    await page.mouse.move(0, 0)
    await draw(page, quote, html(priced))
    await act?.(page)
    await press(page, quote)
    expect.soft(await approve(page, quote), name).toBe('not-agreed')
    await undo?.(page)
  }
  expect(await asked()).toEqual(traps.map(() => `Spend ${quote.credits} credits?`))
  await draw(page, quote, plain(priced))
  await pressAwake(
    page,
    () => pressDrawn(page),
    async () => (await approve(page, quote)) !== 'done',
  )
  await service.close()
}

/** A rule of the script's. */
const adopted = (css: string) => (page: Page) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, css)
const noneAdopted = (page: Page) =>
  page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
const clobbered = (name: string) => (page: Page) =>
  page.evaluate(
    (name) => document.body.insertAdjacentHTML('beforeend', `<form name="${name}" class="clobber"></form>`),
    name,
  )
const unclobbered = (page: Page) => page.evaluate(() => document.querySelector('.clobber')?.remove())

test('the page’s sheets and faces are as they were shipped, or each press is asked about (W1)', async ({ launch }) => {
  await askedAboutEach(launch, [
    { name: 'a sheet of a script', act: adopted('#drawn button:not(:hover) { color: white }'), undo: noneAdopted },
    {
      name: 'a rule that was put into one of the app’s',
      act: (page) =>
        page.evaluate(() => document.styleSheets[0]?.insertRule('#drawn data { translate: 500px 400px }', 0)),
      undo: (page) => page.evaluate(() => document.styleSheets[0]?.deleteRule(0)),
    },
    {
      name: 'a rule of the app’s that says more',
      act: ruled('content-visibility', 'hidden'),
      undo: ruled('content-visibility', ''),
    },
    { name: 'one of the app’s that is switched off', act: switched(true), undo: switched(false) },
    {
      name: 'a face of a script’s behind an element of its name',
      act: async (page) => {
        await page.evaluate(() => document.fonts.add(new FontFace('Other figures', 'local("Arial")')))
        await clobbered('fonts')(page)
      },
      undo: async (page) => {
        await unclobbered(page)
        await page.evaluate(() => document.fonts.clear())
      },
    },
    { name: 'a face of the app’s that says more', act: overridden('0%'), undo: overridden('normal') },
  ])
})
const ruled = (name: string, value: string) => (page: Page) =>
  page.evaluate(
    ([name, value]) => {
      for (const { cssRules } of document.styleSheets)
        for (const rule of cssRules)
          if (rule instanceof CSSStyleRule && /^\._spend_\w+$/.test(rule.selectorText))
            rule.style.setProperty(name, value)
    },
    [name, value] as const,
  )
const switched = (isOff: boolean) => (page: Page) =>
  page.evaluate((isOff) => {
    const last = [...document.styleSheets].at(-1)
    if (last) last.disabled = isOff
  }, isOff)
const overridden = (value: string) => (page: Page) =>
  page.evaluate((value) => {
    for (const face of document.fonts) face.ascentOverride = value
  }, value)

test('a button, and what stands in it or around it, looks as the app’s own does, by whatever it comes to look otherwise (W1)', async ({
  launch,
}) => {
  await askedAboutEach(launch, [
    { name: 'an outline over its words', html: styled('outline: 40px solid white; outline-offset: -40px') },
    { name: 'a shadow in their colour', html: styled('color: black; box-shadow: inset 0 0 0 999px black') },
    { name: 'not painted', html: styled('content-visibility: hidden') },
    { name: 'lighter than white on white', html: styled('color: color(srgb 5 5 5); background: white') },
    { name: 'no pointer', html: styled('cursor: none') },
    {
      name: 'words beside it',
      html: (priced) => plain(`<data data-style="display: inline-block; translate: 500px 400px">${priced}</data>`),
    },
    {
      name: 'a pointer of its own over the words',
      html: (priced) => plain(`<data data-style="cursor: none">${priced}</data>`),
    },
    { name: 'letters nearer to each other, by a class of the app’s', act: classed('#drawn button', 'mono') },
    { name: 'a line through, by what it stands in', html: within('<s>', '</s>') },
    {
      name: 'a thick one',
      html: within('<div data-style="text-decoration: line-through 40px white">', '</div>'),
    },
    { name: 'words that come up at the pointer', html: within('<div title="Close">', '</div>') },
    {
      name: 'words in a drawing',
      html: within('<svg><foreignObject width="220" height="40">', '</foreignObject></svg>'),
    },
    { name: 'an animation of a script’s', act: animated('#drawn button') },
    { name: 'one around it', act: animated('#drawn') },
  ])
})
const classed = (what: string, name: string) => (page: Page) =>
  page.evaluate(([what, name]) => document.querySelector(what)?.classList.add(name), [what, name] as const)
const animated = (what: string) => (page: Page) =>
  page.evaluate((what) => {
    document.querySelector(what)?.animate([{ color: 'white' }, { color: 'white' }], { duration: 60_000 })
  }, what)

test('what stands in a closed tree was not seen, and neither was what a transition paints over it (W1)', async ({
  launch,
}) => {
  await askedAboutEach(launch, [
    { name: 'a mask in a closed tree', act: hosted('mask-image: linear-gradient(transparent, transparent)') },
    { name: 'anything in one', act: hosted('') },
    {
      name: 'one of a neighbour before',
      html: within('', `<div id="scope" data-style="${over}">Close</div>`),
      act: transition,
      undo: endTransition,
    },
  ])
})
/** The script puts it there; around what the preload has seen already no tree can be put any more. */
const hosted = (css: string) => (page: Page) =>
  page.evaluate((css) => {
    const [host, slot] = [document.createElement('div'), document.createElement('slot')]
    slot.style.cssText = css
    host.attachShadow({ mode: 'closed' }).append(slot)
    const button = document.querySelector('#drawn button')
    button?.replaceWith(host)
    host.append(button ?? '')
  }, css)
type Scope = { startViewTransition?: (change: () => void) => { ready: Promise<void>; skipTransition(): void } }
/** Without the rule of a user's, by which none is painted: a script cannot take that away. */
const transition = (page: Page) =>
  page.evaluate(async () => {
    document.adoptedStyleSheets = []
    const scope = document.querySelector('#scope') as Scope | null
    const one = scope?.startViewTransition?.(() => undefined)
    Object.assign(globalThis, { one })
    await one?.ready.catch(() => undefined)
    for (const { effect } of document.getAnimations()) effect?.updateTiming({ duration: 60_000 })
  })
const endTransition = (page: Page) =>
  page.evaluate(() => (globalThis as { one?: { skipTransition(): void } }).one?.skipTransition())

test('what lies within the button over its words, or is written there, is a cover (W1)', async ({ launch }) => {
  const inside =
    (html: string): Trap['html'] =>
    (priced) =>
      plain(`${priced}${html}`)
  await askedAboutEach(launch, [
    { name: 'a picture', html: inside(`<img alt="Close" data-style="${covers}">`) },
    { name: 'an empty box', html: inside(`<span data-style="${covers}"></span>`) },
    { name: 'a canvas', html: inside(`<canvas data-style="${covers}"></canvas>`) },
    { name: 'a drawing', html: inside(`<svg data-style="${covers}"></svg>`) },
    { name: 'words in an element that may have a tree', html: (priced) => plain(`<span>${priced}</span>`) },
    {
      name: 'a point behind figures',
      html: inside('<i data-style="position: absolute; z-index: -1; width: 3px; height: 3px; background: black"></i>'),
    },
  ])
})

test('what lies over the button is seen where no element of it does, in a closed tree, beside its words, and however it answers to a look (W1)', async ({
  launch,
}) => {
  const point = 'position: absolute; left: 9px; top: 9px; width: 1px; height: 1px; pointer-events: none;'
  await askedAboutEach(launch, [
    { name: 'a shadow', html: within('', `<i data-style="${point} box-shadow: 0 0 0 300px white"></i>`) },
    { name: 'an outline', html: within('', `<i data-style="${point} outline: 300px solid white"></i>`) },
    { name: 'a closed tree', html: within('', '<div></div>'), act: behindClosed },
    { name: 'half of it', html: within('', `<div data-style="${over} opacity: 0.5">Close</div>`) },
    {
      name: 'what is beside its words',
      html: (priced) => `${plain(`<data>${priced}</data>`)}<div data-style="${over} width: 30px">Close</div>`,
      press: (page) => pressDrawn(page, 'div'),
    },
    {
      name: 'one that goes where it is looked at by a style',
      html: within('', `<shy-cover inert data-style="display: block; ${covers}">Close</shy-cover>`),
      act: shy,
    },
  ])
})
async function behindClosed(page: Page): Promise<void> {
  await page.evaluate((css) => {
    const cover = document.createElement('div')
    cover.style.cssText = css
    document.querySelector('#drawn > div')?.attachShadow({ mode: 'closed' }).append(cover)
  }, over)
}
const shy = (page: Page) =>
  page.evaluate(() => {
    class Shy extends HTMLElement {
      static observedAttributes = ['style', 'inert', 'class']
      attributeChangedCallback(): void {
        this.hidden = this.isConnected && !this.inert
      }
    }
    customElements.define('shy-cover', Shy)
  })

test('what the pointer, a press or a focus alters as it comes, or moves under it, was not seen before (W1)', async ({
  launch,
}) => {
  const covered = within('', `<div id="cover" data-style="${over}">Close</div>`)
  const beside = within(
    '<p data-style="position: absolute; inset: 0; margin: 0">Cancel</p><div id="rail" data-style="position: absolute; left: 300px; width: 220px">',
    '</div>',
  )
  await askedAboutEach(launch, [
    { name: 'a cover lifts under a press', html: covered, act: lifts('pointerdown') },
    { name: 'a cover lifts under the pointer', html: covered, act: lifts('pointerover') },
    { name: 'a cover lifts as the focus comes', html: covered, act: lifts('focusin'), press: byKey },
    { name: 'other words under a press', act: saysOther('pointerdown') },
    { name: 'other words under the pointer', act: saysOther('pointerover') },
    {
      name: 'a button under a pointer at rest',
      html: (priced) => `<p data-style="margin: 0">Close</p><button hidden>${priced}</button>`,
      press: underAPointer,
    },
    { name: 'by touch', html: covered, act: lifts('touchstart'), press: touched },
    { name: 'one that is moved under the pointer', html: beside, press: movedUnder },
    { name: 'one that is moved under a finger', html: beside, press: movedUnderAFinger },
    { name: 'one that follows a finger which takes its press back', press: followed },
    { name: 'a cover that stood there while the page was held busy', press: heldBusy },
  ])
})
const lifts = (type: string) => (page: Page) =>
  page.evaluate((type) => {
    const lift = ({ target }: Event): void => {
      if (document.querySelector('#drawn')?.contains(target as Node)) document.querySelector('#cover')?.remove()
    }
    document.querySelector('#drawn')?.addEventListener(type, lift, true)
  }, type)
const saysOther = (type: string) => (page: Page) =>
  page.evaluate((type) => {
    const button = document.querySelector('#drawn button')
    const priced = button?.textContent ?? ''
    if (button === null) return
    button.textContent = 'Close'
    button.addEventListener(type, () => Object.assign(button, { textContent: priced }), true)
  }, type)
const middle = async (page: Page, what = '#drawn button'): Promise<{ x: number; y: number }> => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator(what).boundingBox()) ?? {}
  return { x: x + width / 2, y: y + height / 2 }
}
async function byKey(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('#drawn')?.insertAdjacentHTML('beforeend', '<input>'))
  await page.locator('#drawn input').click()
  await seenForLong(page)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
}
/** Where a person rests it, a button comes as it goes down. */
async function underAPointer(page: Page): Promise<void> {
  await pressDrawn(page, 'p')
  await page.evaluate(() => {
    document.querySelector('#drawn p')?.remove()
    document.querySelector('#drawn button')?.removeAttribute('hidden')
  })
  await page.mouse.down()
  await page.mouse.up()
}
async function finger(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
async function touched(page: Page): Promise<void> {
  await seenForLong(page)
  await finger(page, await middle(page))
}
const moveTo = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('#rail')?.style.setProperty('left', '0'))
/** The pointer rests where Cancel is; the button, truly seen elsewhere, is put there as it goes down. */
async function movedUnder(page: Page): Promise<void> {
  const { x, y } = await middle(page, '#drawn p')
  await page.mouse.move(x, y)
  await seenForLong(page)
  await moveTo(page)
  await page.mouse.down()
  await page.mouse.up()
}
async function movedUnderAFinger(page: Page): Promise<void> {
  await seenForLong(page)
  await moveTo(page)
  await finger(page, await middle(page))
}
async function followed(page: Page): Promise<void> {
  const { x, y } = await middle(page)
  await page.mouse.move(x, y)
  await seenForLong(page)
  await page.mouse.down()
  await page.mouse.move(x + 250, y + 100)
  await page.evaluate(
    ([x, y]) => {
      const drawn = document.querySelector<HTMLElement>('#drawn')
      if (drawn) drawn.style.inset = `${y - 20}px auto auto ${x - 110}px`
    },
    [x + 250, y + 100] as const,
  )
  await page.mouse.up()
}
async function heldBusy(page: Page): Promise<void> {
  await seenForLong(page)
  const { x, y } = await middle(page)
  await page.evaluate(async (css) => {
    const cover = Object.assign(document.createElement('div'), { textContent: 'Close' })
    cover.style.cssText = css
    // The preload looks at what changes; the browser looks no sooner than 100 ms after that.
    document.querySelector('#drawn button')?.setAttribute('data-changed', '')
    for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    document.querySelector('#drawn')?.append(cover)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    setTimeout(() => {
      const untilMs = performance.now() + 1500
      while (performance.now() < untilMs);
      cover.remove()
    })
  }, over)
  const client = await page.context().newCDPSession(page)
  // Long enough for a person to read what is over it, while the page hears nothing.
  await new Promise((resolve) => setTimeout(resolve, 700))
  const at = { x, y, button: 'left', clickCount: 1 } as const
  await Promise.all(
    (['mouseMoved', 'mousePressed', 'mouseReleased'] as const).map((type) =>
      client.send('Input.dispatchMouseEvent', { ...at, type, button: type === 'mouseMoved' ? 'none' : 'left' }),
    ),
  )
}

test('a key counts where a person led it: not on a button that a script gave the focus in a pause of typing (W1)', async ({
  launch,
}) => {
  const html = within('<input>', '')
  await askedAboutEach(launch, [
    { name: 'in a pause', html, press: inAPause(false) },
    { name: 'with an event that says a person did it', html, press: inAPause(true) },
    { name: 'and back', html, press: takenBack },
  ])
})
const inAPause = (isMadeUp: boolean) => async (page: Page) => {
  await page.locator('#drawn input').click()
  await seenForLong(page)
  await page.keyboard.type('fox')
  await page.evaluate((isMadeUp) => {
    const button = document.querySelector<HTMLElement>('#drawn button')
    button?.focus()
    const { InputDeviceCapabilities } = globalThis as unknown as { InputDeviceCapabilities: new () => object }
    const how = { bubbles: true, composed: true, sourceCapabilities: new InputDeviceCapabilities() }
    if (isMadeUp) button?.dispatchEvent(new FocusEvent('focusin', how))
  }, isMadeUp)
  await seenForLong(page)
  await page.keyboard.press('Space')
}
async function takenBack(page: Page): Promise<void> {
  await page.locator('#drawn input').click()
  await page.keyboard.press('Tab')
  await inAPause(false)(page)
}

test('by a person’s own way, and with elements of the document’s that hide what the look asks it, a press is seen (W1)', async ({
  launch,
}) => {
  const service = await startService()
  const { app, page } = await atWork(launch, service)
  const quote = await quoteOf(page, 'a lamp')
  const asked = await refuseAll(app)
  await draw(page, quote, `<input>${plain(`Make 1 picture ${quote.credits} cr`)}`)
  for (const name of ['createRange', 'elementFromPoint', 'querySelectorAll', 'styleSheets']) await clobbered(name)(page)
  const held = await pressAwake(page, byKeys(page), async () => (await approve(page, quote)) !== 'done')
  expect(await asked()).toHaveLength(held)
  await service.close()
})
const byKeys = (page: Page) => async () => {
  await seenForLong(page)
  await page.locator('#drawn input').click()
  await page.keyboard.type('fox')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
}
