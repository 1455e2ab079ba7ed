import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Locator, type Page } from '@playwright/test'
import { root } from '../../scripts/setup.mjs'
import { approvalOfOrder } from '../../src/contract/approval.ts'
import type { CallAnswer, CallInput, CallName, CallOutput } from '../../src/contract/ipc.ts'
import type { QuoteView } from '../../src/contract/quotes.ts'
import { orderOf, orderWords } from '../support/button-words.ts'

/** The places of the rail, by the names that their landmarks carry too (design.md, "The window"). */
export const screens = ['Library', 'Create', 'Skills', 'Queue', 'Gallery', 'Ledger', 'Settings'] as const
export type Screen = (typeof screens)[number]

export async function goTo(page: Page, screen: Screen): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Places', exact: true })
    .getByRole('button', { name: screen, exact: false })
    .click()
  await expect(page.getByRole('region', { name: screen, exact: true })).toBeVisible()
}

/** A place of the library's own sidebar. */
export const showPlace = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('navigation', { name: 'Places in the library' }).getByRole('button', { name }).click()

/** The system's dialog answers with these files the next times it is opened. */
export async function chooseFiles(app: ElectronApplication, paths: string[]): Promise<void> {
  await app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths })
  }, paths)
}

/** Drops files on the window, as a file manager would: the files come from a hidden field, so that they have paths. */
export async function dropFiles(page: Page, paths: string[]): Promise<void> {
  await page.evaluate(() => {
    const field = Object.assign(document.createElement('input'), {
      type: 'file',
      multiple: true,
      id: 'drop-source',
      hidden: true,
    })
    document.body.append(field)
  })
  await page.setInputFiles('#drop-source', paths)
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('#drop-source')
    const data = new DataTransfer()
    for (const file of field?.files ?? []) data.items.add(file)
    const target = document.querySelector('main') ?? document.body
    for (const type of ['dragenter', 'dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }))
    field?.remove()
  })
}

/** What the window calls files that a person chooses in a field of it. */
export async function handlesOf(page: Page, paths: string[]): Promise<string[]> {
  await page.evaluate(() => {
    const field = Object.assign(document.createElement('input'), {
      type: 'file',
      multiple: true,
      id: 'field',
      hidden: true,
    })
    field.addEventListener('change', () => field.setAttribute('data-changed', ''))
    document.body.append(field)
  })
  await page.setInputFiles('#field', paths)
  await page.waitForSelector('#field[data-changed]', { state: 'attached' })
  return page.evaluate(async () => {
    const field = document.querySelector<HTMLInputElement>('#field')
    field?.remove()
    return window.printroom.handlesOf([...(field?.files ?? [])])
  })
}

/** A call as the window makes it; the answer's value. */
export async function callFrom<N extends CallName>(page: Page, name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const answer = await page.evaluate(
    ([name, input]): Promise<CallAnswer<unknown>> => window.printroom.call(name as 'queue.caps', input as undefined),
    [name, input] as [string, unknown],
  )
  if (!answer.ok) throw new Error(`${name}: ${answer.message}`)
  return answer.value as CallOutput<N>
}

/** By the keyboard, which is to be in the right place afterwards too. */
export async function startPractising(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Start practising/ }).press('Enter')
  await expect(page.getByText('Nothing here costs money.')).toBeVisible()
}

/** From now on a person answers so to whatever main asks in a dialog of the system. @returns what was asked so far */
async function answerAll(app: ElectronApplication, response: 0 | 1): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog }, response) => {
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    dialog.showMessageBox = async (...args: unknown[]) => {
      asked.push((args.at(-1) as { message: string }).message)
      return { response, checkboxChecked: false }
    }
  }, response)
  return () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
}
export const agreeToAll = (app: ElectronApplication): Promise<() => Promise<string[]>> => answerAll(app, 0)
export const refuseAll = (app: ElectronApplication): Promise<() => Promise<string[]>> => answerAll(app, 1)

/** A quote is ordered as by its button: one is put on the page, says what it stands for, and is pressed. */
export async function order(page: Page, { id, credits, contentHash, requests, models }: QuoteView): Promise<string[]> {
  await page.evaluate(
    ([approves, words, looks]) => {
      const place = Object.assign(document.createElement('div'), { id: 'ordered-by-test' })
      place.style.cssText = 'position: fixed; inset: 60px auto auto 240px; z-index: 9'
      const button = Object.assign(document.createElement('button'), { className: looks, textContent: words })
      button.dataset.approves = approves
      place.append(button)
      document.body.append(place)
    },
    [
      approvalOfOrder({ contentHash, credits }),
      orderWords(requests, credits, orderOf({ models })),
      await spendLooks(page),
    ] as const,
  )
  await seenForLong(page)
  await page.locator('#ordered-by-test button').click()
  await page.locator('#ordered-by-test').evaluate((place) => place.remove())
  return (await callFrom(page, 'orders.approve', { quoteId: id, credits, contentHash })).requestIds
}

/** On the first page: its address, which main asks about, and the first of its keys. */
export async function signIn(
  app: ElectronApplication,
  page: Page,
  { url, keys: [key = ''] }: { url: string; keys: string[] },
): Promise<void> {
  await agreeToAll(app)
  await page.getByLabel('Service address').fill(url)
  await page.getByLabel('Key', { exact: false }).last().fill(key)
  await page.getByRole('button', { name: 'Connect' }).click()
}

/** Where a home's practice is told things, once it runs. */
export const practiceControl = (home: string): string =>
  JSON.parse(readFileSync(join(home, 'practice/remote/practice.json'), 'utf8')).control

/** Faults or changes of the practice service: src/practice/control. */
export async function tellPractice(home: string, what: 'faults' | 'state', body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${practiceControl(home)}/${what}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
}

/** Practice ends as in a crash. */
export async function killPractice(home: string): Promise<void> {
  const { pid } = (await (await fetch(`${practiceControl(home)}/state`)).json()) as { pid: number }
  process.kill(pid, 'SIGKILL')
}

/** A newcomer's first cutout, from the first page to the finished file. */
export async function cutOutSample(app: ElectronApplication, page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Start practising/ }).click()
  await cutOut(app, page)
}

/** A cutout of the sample, paid and at home. */
export async function cutOut(app: ElectronApplication, page: Page): Promise<void> {
  await goTo(page, 'Skills')
  await chooseFiles(app, [join(root, 'resources/sample.jpg')])
  await page
    .getByRole('button', { name: /^Choose files/ })
    .first()
    .click()
  await pressSpend(page.getByRole('button', { name: /\d+ credits?$/ }))
  await expect(page.getByRole('list', { name: 'Files' }).getByText('Done', { exact: true })).toBeVisible()
}

/** Presses it as a person does, who sees what it says before. */
export async function pressSpend(button: Locator): Promise<void> {
  await atRest(button)
  await button.click()
}

/** The classes by which the app's own sheets draw a button that spends. */
export const spendLooks = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const all = [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules])
      .map(({ cssText }) => cssText)
      .join()
    const [, ofIts = ''] = /\._spend_(\w+?)_\d+/.exec(all) ?? []
    const names = ['button', 'primary', 'spend', 'wide']
    return names.map((name) => new RegExp(`_${name}_${ofIts}_\\d+`).exec(all)?.[0] ?? '').join(' ')
  })

/**
 * For longer than anybody needs to see what is there now (src/preload/look.ts), and the preload to look: what changes there is
 * looked at anew after that, and so is a window that stood still on a busy machine, within reason.
 */
async function rest(changing: Element | null): Promise<void> {
  const beganMs = performance.now()
  let sinceMs = beganMs
  const changes = new MutationObserver(() => {
    sinceMs = performance.now()
  })
  if (changing) changes.observe(changing, { subtree: true, childList: true, characterData: true, attributes: true })
  for (let drawnMs = beganMs; drawnMs - sinceMs < 500; ) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const nowMs = performance.now()
    if (nowMs - drawnMs > 150 && nowMs - beganMs < 5_000) sinceMs = nowMs
    drawnMs = nowMs
  }
  changes.disconnect()
}

export const seenForLong = (page: Page): Promise<void> => page.evaluate(rest, null)

/** A button that spends can be pressed, and has looked as it does for longer than anybody needs to see that (src/preload/look.ts). */
export async function atRest(button: Locator): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  await button.evaluate(rest)
}

/**
 * A press that main does not ask about. On a machine that is busy with other things a window stands still at times, as one
 * does that a script holds, and main asks then (src/preload/look.ts): that it stood still is measured, and it is pressed once
 * more.
 * @param press with all that belongs to it: seen for long before
 * @returns how many presses were asked about, on a window that stood still
 */
export async function pressAwake(page: Page, press: () => Promise<unknown>, isAsked: () => Promise<boolean>) {
  for (let held = 0; ; held += 1) {
    const stop = await page.evaluateHandle(() => {
      let stoodMs = 0
      let drawnMs = performance.now()
      let frame = 0
      const draw = () => {
        stoodMs = Math.max(stoodMs, performance.now() - drawnMs)
        drawnMs = performance.now()
        frame = requestAnimationFrame(draw)
      }
      draw()
      return () => {
        cancelAnimationFrame(frame)
        return Math.max(stoodMs, performance.now() - drawnMs)
      }
    })
    await press()
    const stoodMs = await stop.evaluate((stop) => stop())
    if (!(await isAsked())) return held
    expect(stoodMs, 'asked about, though the window did not stand still').toBeGreaterThan(120)
  }
}
