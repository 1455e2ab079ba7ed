import type { ElectronApplication, Page } from '@playwright/test'
import type { QuoteView } from '../../src/contract/quotes.ts'
import { refuseAll } from './driving.ts'
import { approve, atWork, covers, draw, over, painted, pressDrawn, quoteOf, size } from './hostile-page.ts'
import { startService } from './remote-service.ts'
import { expect, test } from './window-test.ts'

interface Trap {
  name: string
  html: string
  /** Rules of the script's own; `#drawn` is what it drew. */
  css?: string
  press?: (page: Page, quote: QuoteView) => Promise<void>
}

/** Each of them is pressed by a person, and has to be asked about in main's dialog. */
async function askedAboutEach(app: ElectronApplication, page: Page, quote: QuoteView, traps: readonly Trap[]) {
  const asked = await refuseAll(app)
  for (const { name, html, css = '', press = (page: Page) => pressDrawn(page) } of traps) {
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [sheet]
    }, css)
    await draw(page, quote, html)
    await press(page, quote)
    expect.soft(await approve(page, quote), name).toBe('not-agreed')
  }
  expect(await asked()).toEqual(traps.map(() => `Spend ${quote.credits} credits?`))
}

const buttonOf = (words: string, style = ''): string =>
  `<button data-style="${size} position: relative; ${style}">${words}</button>`

test('a cover is seen that would see that it is looked at, whatever it answers by (W1)', async ({ launch }) => {
  const service = await startService()
  const { app, page } = await atWork(launch, service)
  const quote = await quoteOf(page, 'a lamp')
  const button = buttonOf(`Make 1 picture ${quote.credits} cr`)
  const cover = `<div id="cover" data-style="${covers}">Close</div>`
  await page.evaluate(() => {
    class Shy extends HTMLElement {
      static observedAttributes = ['style', 'inert', 'class']
      attributeChangedCallback(): void {
        this.hidden = this.isConnected && !this.inert
      }
    }
    customElements.define('shy-cover', Shy)
  })
  await askedAboutEach(app, page, quote, [
    {
      name: 'by a style of its own',
      html: `${button}${cover}`,
      css: '#cover { pointer-events: none } #cover[style*="pointer-events"] { display: none }',
    },
    {
      name: 'by what it no longer is',
      html: `${button}${cover.replace('<div', '<div inert')}`,
      css: '#cover:not([inert]) { display: none }',
    },
    { name: 'by a script', html: `${button}<shy-cover inert data-style="display: block; ${covers}">Close</shy-cover>` },
    {
      name: 'by another element',
      html: `${button}${cover}<i></i>`,
      css: '#cover { pointer-events: none } #drawn:has([style*="transition"]) #cover { display: none }',
    },
  ])
  await service.close()
})

test('what lies within the button over its words, or is written there by a sheet, is a cover (W1)', async ({
  launch,
}) => {
  const service = await startService()
  const { app, page } = await atWork(launch, service)
  const quote = await quoteOf(page, 'a lamp')
  const priced = `Make 1 picture ${quote.credits} cr`
  const inside = (html: string): string => buttonOf(`${priced}${html}`)
  await askedAboutEach(app, page, quote, [
    { name: 'a picture', html: inside(`<img alt="Close" data-style="${covers}">`) },
    { name: 'an empty box', html: inside(`<span data-style="${covers}"></span>`) },
    { name: 'a canvas', html: inside(`<canvas data-style="${covers}"></canvas>`) },
    { name: 'a drawing', html: inside(`<svg data-style="${covers}"></svg>`) },
    {
      name: 'words of a sheet over it',
      html: inside(''),
      css: '#drawn button::after { content: "Close"; position: absolute; inset: 0; background: white }',
    },
    { name: 'a point of a sheet before the price', html: inside(''), css: '#drawn button::before { content: "1." }' },
    {
      name: 'a number of a list',
      html: buttonOf(`<data>${priced}</data>`),
      css: '#drawn data { display: list-item; list-style: "1." inside }',
    },
    { name: 'a closed tree', html: buttonOf(`<span>${priced}</span>`), press: hosting },
    {
      name: 'a point behind figures',
      html: buttonOf(
        `${priced}<i data-style="position: absolute; z-index: -1; left: 99px; top: 24px; width: 3px; height: 3px; background: black"></i>`,
        'z-index: 0;',
      ),
    },
  ])
  await service.close()
})
/** The script puts words behind the element that the words stand in, where nobody sees them from outside. */
async function hosting(page: Page): Promise<void> {
  await page.evaluate(() => {
    const host = document.querySelector('#drawn button span')
    if (host) host.attachShadow({ mode: 'closed' }).innerHTML = '1.<slot></slot>'
  })
  await pressDrawn(page)
}

test('words that a style takes away, or paints in the colour of their ground, are not read (W1)', async ({
  launch,
}) => {
  const service = await startService()
  const { app, page } = await atWork(launch, service)
  const quote = await quoteOf(page, 'a lamp')
  const priced = `Make 1 picture ${quote.credits} cr`
  const lone = buttonOf(`<data>Make 1 picture</data> <data>${quote.credits} cr</data>`)
  const button = buttonOf(priced)
  const ruled = (name: string, css: string): Trap => ({ name, html: button, css: `#drawn button { ${css} }` })
  await askedAboutEach(app, page, quote, [
    ruled('its ground', 'color: white; background: white'),
    ruled('no ground', 'background: none'),
    ruled('a mask', 'mask-image: linear-gradient(transparent, transparent)'),
    ruled('a line through', 'text-decoration: line-through 40px white'),
    ruled('a picture behind', 'background: linear-gradient(white, white)'),
    ruled('a shadow', 'text-shadow: 5px 0 0 black, 9px 0 0 black'),
    ruled('upright', 'writing-mode: vertical-rl'),
    ruled('a picture at the pointer', 'cursor: url("printroom://app/close.png"), pointer'),
    ruled('signs over each other', 'letter-spacing: -9px'),
    {
      name: 'its first figure',
      html: lone,
      css: '#drawn data { display: inline-block } #drawn data::first-letter { color: transparent }',
    },
    { name: 'its first line', html: button, css: '#drawn button::first-line { color: rgb(240, 240, 240) }' },
    { name: 'a mark', html: button, css: '::highlight(mark) { color: transparent }', press: marked },
    {
      name: 'a selection',
      html: buttonOf(priced, 'user-select: text;'),
      css: '::selection { color: transparent; background: transparent }',
      press: selected,
    },
  ])
  await service.close()
})
async function marked(page: Page): Promise<void> {
  await page.evaluate(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('#drawn button') ?? document.body)
    CSS.highlights.set('mark', new Highlight(range))
  })
  await pressDrawn(page)
  await page.evaluate(() => CSS.highlights.clear())
}
async function selected(page: Page): Promise<void> {
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('#drawn button') ?? document.body))
  await pressDrawn(page)
  await page.evaluate(() => getSelection()?.removeAllRanges())
}

test('what lies over the button is seen where no element of it does, and in a closed tree (W1)', async ({ launch }) => {
  const service = await startService()
  const { app, page } = await atWork(launch, service)
  const quote = await quoteOf(page, 'a lamp')
  const button = buttonOf(`Make 1 picture ${quote.credits} cr`)
  const point = 'position: absolute; left: 9px; top: 9px; width: 1px; height: 1px; pointer-events: none;'
  await askedAboutEach(app, page, quote, [
    { name: 'a shadow', html: `${button}<i data-style="${point} box-shadow: 0 0 0 300px white"></i>` },
    { name: 'an outline', html: `${button}<i data-style="${point} outline: 300px solid white"></i>` },
    {
      name: 'what a sheet writes',
      html: `${button}<i id="point" data-style="${point}"></i>`,
      css: '#point::after { content: "██████"; font-size: 60px; color: white }',
    },
    { name: 'a closed tree', html: `${button}<div></div>`, press: behindClosed },
    { name: 'half of it', html: `${button}<div data-style="${over} opacity: 0.5">Close</div>` },
  ])
  await service.close()
})
async function behindClosed(page: Page): Promise<void> {
  await page.evaluate((css) => {
    const cover = document.createElement('div')
    cover.style.cssText = css
    document.querySelector('#drawn > div')?.attachShadow({ mode: 'closed' }).append(cover)
  }, over)
  await pressDrawn(page)
}

test('what the pointer, a press or a focus alters as it comes was not seen before (W1)', async ({ launch }) => {
  const service = await startService()
  const { app, page } = await atWork(launch, service)
  const quote = await quoteOf(page, 'a lamp')
  const priced = `Make 1 picture ${quote.credits} cr`
  const covered = `${buttonOf(priced)}<div id="cover" data-style="${over}">Close</div>`
  const words = buttonOf(`<data id="seen">Close</data><data id="hidden">${priced}</data>`)
  await askedAboutEach(app, page, quote, [
    { name: 'a cover lifts under a press', html: covered, css: '#drawn:has(:active) #cover { display: none }' },
    { name: 'a cover lifts under the pointer', html: covered, css: '#drawn:has(:hover) #cover { display: none }' },
    {
      name: 'a cover lifts as the focus comes',
      html: covered,
      css: '#drawn:has(button:focus) #cover { display: none }',
      press: byKey,
    },
    {
      name: 'other words under a press',
      html: words,
      css: '#drawn button:active #seen, #drawn button:not(:active) #hidden { display: none }',
    },
    {
      name: 'other words under the pointer',
      html: words,
      css: '#drawn button:hover #seen, #drawn button:not(:hover) #hidden { display: none }',
    },
    { name: 'a button under a pointer at rest', html: `<p data-style="${size}">Close</p>`, press: underAPointer },
    { name: 'by touch', html: covered, css: '#drawn:has(:active) #cover { display: none }', press: touched },
  ])
  await service.close()
})
async function byKey(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('#drawn')?.insertAdjacentHTML('beforeend', '<input>'))
  await page.locator('#drawn input').click()
  await painted(page)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
}
/** Where a person rests it, a button comes as it goes down. */
async function underAPointer(page: Page, quote: QuoteView): Promise<void> {
  await pressDrawn(page, 'p')
  await draw(page, quote, buttonOf(`Make 1 picture ${quote.credits} cr`))
  await painted(page)
  await page.mouse.down()
  await page.mouse.up()
}
async function touched(page: Page): Promise<void> {
  await painted(page)
  const client = await page.context().newCDPSession(page)
  const { x = 0, y = 0 } = (await page.locator('#drawn button').boundingBox()) ?? {}
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 99, y: y + 20 }] })
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a key counts where a person led it: not on a button that a script gave the focus in a pause of typing (W1)', async ({
  launch,
}) => {
  const service = await startService()
  const { app, page } = await atWork(launch, service)
  const quote = await quoteOf(page, 'a lamp')
  const html = `<input>${buttonOf(`Make 1 picture ${quote.credits} cr`)}`
  await askedAboutEach(app, page, quote, [
    { name: 'in a pause', html, press: inAPause },
    { name: 'and back', html, press: takenBack },
  ])
  const asked = await refuseAll(app)
  // The same by a person's own way, at once.
  await draw(page, quote, html)
  await page.locator('#drawn input').click()
  await page.keyboard.type('fox')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await approve(page, quote)).toBe('done')
  expect(await asked()).toEqual([])
  await service.close()
})
async function inAPause(page: Page): Promise<void> {
  await page.locator('#drawn input').click()
  await page.keyboard.type('fox')
  await page.evaluate(() => document.querySelector<HTMLElement>('#drawn button')?.focus())
  // A pause in which nobody types any more.
  await page.waitForTimeout(1700)
  await page.keyboard.press('Space')
}
async function takenBack(page: Page): Promise<void> {
  await page.locator('#drawn input').click()
  await page.keyboard.press('Tab')
  await inAPause(page)
}
