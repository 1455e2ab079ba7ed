import { randomBytes } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { choiceWords, orderWords } from '../../../support/button-words.ts'
import { Door, strangers } from '../door.ts'
import { type Chance, chanceOf } from '../random.ts'
import { Allowances, type Pressed } from './allowances.ts'
import type { Message } from './attacks.ts'
import { CaseFolders } from './case-folders.ts'
import { Desktop, strangeProcesses } from './desktop.ts'
import { HostilePage } from './hostile-page.ts'
import type { HeardChoice, HeardQuote } from './memory.ts'
import { isOfKeys, keysOfThePage, Oracle, type Told } from './oracle.ts'
import { givenNames, pictureOf } from './pictures.ts'
import { Elsewhere, type PaidService } from './service.ts'
import { SettingsCheck } from './settings-check.ts'
import { wrongWords } from './wrong-words.ts'

/** Caps that leave room for some orders, and are reached at times. */
const caps = { day: 900, batch: 400 }

/** Each switch opens two engines, which takes seconds. */
const callsBetweenSwitches = 700

/** One home with a hostile page before it, and a person who presses something now and then. */
export class PageLife {
  readonly #chance: Chance
  readonly #caseFolders = new CaseFolders()
  readonly #service: PaidService
  /** Its own, so that nothing of an earlier case is asked of it. */
  readonly #elsewhere = new Elsewhere()
  readonly #desktop: Desktop
  readonly #allowances = new Allowances()
  readonly #door: Door
  readonly #settings: SettingsCheck
  readonly #oracle: Oracle
  #page: HostilePage
  #link: unknown = null
  #isAnotherKey = false
  #said = 0
  /** The call from which on the page next tries practice. */
  #nextSwitch: number
  /** What was said last, and how it went. */
  #trail: string[] = []

  constructor(seed: number, service: PaidService) {
    this.#chance = chanceOf(seed)
    this.#service = service
    this.#nextSwitch = this.#chance.below(callsBetweenSwitches)
    process.env.PRINTROOM_HOME = this.#caseFolders.home
    process.env.XDG_DATA_HOME = join(this.#caseFolders.folder, 'data')
    this.#door = new Door()
    this.#desktop = new Desktop(this.#chance, this.#caseFolders)
    this.#settings = new SettingsCheck(this.#caseFolders.home)
    this.#page = new HostilePage(this.#chance, {})
    this.#oracle = new Oracle({
      caseFolders: this.#caseFolders,
      desktop: this.#desktop,
      settings: this.#settings,
      service,
      elsewhere: this.#elsewhere,
      allowances: this.#allowances,
    })
  }

  async #begin(): Promise<void> {
    await Promise.all([this.#caseFolders.lay(), this.#elsewhere.open()])
    this.#service.rise = this.#chance.percent(30) ? 3 : 0
    this.#settings.agreed.add(this.#service.strange.base)
    await this.#putRight()
    const { given } = this.#caseFolders
    const paths = givenNames.map((name) => join(given, name))
    const files = (await this.#door.give([...paths, given])) as string[]
    this.#page = new HostilePage(this.#chance, await this.#wordsOfThePage(files))
    for (const [i, path] of paths.entries()) this.#page.memory.names.set(files[i] ?? '', basename(path))
  }

  /** What a page can make up: paths, shares, handles that stand for nothing or for another kind, addresses, keys. */
  async #wordsOfThePage(files: string[]): Promise<Record<string, string[]>> {
    const { canary, secret, canaries } = this.#caseFolders
    const [named = ''] = canaries
    const made = () => randomBytes(16).toString('base64url')
    const turned = files.map((file) => `d_${file.slice(2)}`)
    const paths = [canary, secret, named, '//host/share/a.png', '\\\\host\\share\\a.png', '\\\\.\\pipe\\x']
    const sources = [...files, ...files, `f_${made()}`, 'https://pictures.example/a.png', ...paths.slice(0, 3)]
    const base = this.#service.strange.base
    const addresses = [base, this.#elsewhere.base, 'practice', 'https://elsewhere.example']
    const odd = ['__proto__', 'constructor', '../../x', ...paths]
    return {
      any: odd,
      files: sources,
      file: sources,
      reencode: sources,
      references: sources,
      source: sources,
      folder: [`d_${made()}`, ...turned, ...paths.slice(0, 2)],
      skill: ['cut', 'fade', 'riddle'],
      modelId: ['plain', 'other', 'dear'],
      address: addresses,
      service: [base, this.#elsewhere.base],
      proxy: ['system', 'direct', this.#elsewhere.base, `${this.#elsewhere.base}/`],
      host: ['10.0.0.5', '192.168.1.9', 'nas.local'],
      key: [...keysOfThePage],
      session: ['a-session-of-the-browser'],
      base64: ['', 'AAAA', (await pictureOf('pasted')).toString('base64')],
      choice: ['look-again', 'try-again', 'new-order', 'send-again', 'accept-price', 'leave', 'fetch-more'],
      name: ['__proto__', '../../x', 'a name'],
      form: ['create', 'skill:cut'],
    }
  }

  /** @throws Error with what was said, where a right was taken that nobody gave */
  async live(count: number): Promise<void> {
    await this.#begin()
    while (this.#said < count) {
      const messages = this.#next()
      await this.#say(messages)
      if (this.#chance.percent(1)) await this.#stranger(messages[0])
      if (this.#chance.percent(2)) await this.#byHand()
      if (this.#said >= this.#nextSwitch) await this.#pressInPractice()
      if (this.#isToBePutRight()) await this.#putRight()
    }
    const strange = strangeProcesses()
    if (strange.length > 0) throw new Error(`these processes run: ${strange.join(' | ')}`)
  }

  #next(): Message[] {
    if (this.#chance.percent(1)) return this.#act()
    return this.#chance.percent(4) ? this.#press() : this.#page.next()
  }

  /** Elsewhere the page is left alone for a while. */
  #isToBePutRight(): boolean {
    if (this.#settings.service !== this.#service.strange.base) return this.#chance.percent(6)
    return this.#link !== this.#door.state.link || this.#isAnotherKey
  }

  async #say(messages: Message[]): Promise<void> {
    this.#said += messages.length
    this.#desktop.yes = []
    this.#desktop.chosen = []
    const at = this.#settings.service
    const told: Told[] = await Promise.all(
      messages.map(async (message) => ({
        message,
        answer: (await this.#door.say(message.name, message.input)) as Told['answer'],
      })),
    )
    const { yes, chosen } = this.#desktop
    this.#isAnotherKey ||= yes.some(isOfKeys)
    const wrongs = await this.#oracle.wrongs(told, yes, chosen, at)
    if (wrongs.length > 0)
      throw new Error(
        `call ${this.#said}: ${wrongs.join('; ')}, after ${shown(told)}; before: ${this.#trail.join(', ')}`,
      )
    this.#trail = [...this.#trail, ...told.map(inShort)].slice(-12)
    for (const { message, answer } of told)
      if (answer.ok) this.#page.learn(message, answer.value, (id) => this.#allowances.unitsOf(id))
  }

  /** Whoever is not the app's own page is not heard, whatever it says. */
  async #stranger(message: Message | undefined): Promise<void> {
    const stranger = strangers[this.#chance.below(strangers.length)]
    const quote = this.#page.memory.quote(this.#chance)
    this.#door.act(stranger)
    if (quote)
      this.#door.press(
        { approves: approves(quote), words: orderWords(quote.requests, quote.credits, quote.of), isSeen: true },
        stranger,
      )
    const answer = (await this.#door.say(message?.name, message?.input, stranger)) as { ok: boolean; code?: string }
    if (answer.code !== 'not-allowed') throw new Error(`call ${this.#said}: a stranger was answered ${answer.code}`)
    const after = this.#page.attacks.approval(quote, 100)
    if (after) await this.#say([after])
  }

  /** A person presses what stands on a button; the page then makes of it what it can. */
  #press(): Message[] {
    const chance = this.#chance
    const { memory } = this.#page
    const choice = memory.choices[chance.below(memory.choices.length)]
    if (choice && chance.percent(40)) {
      const alike = this.#page.memory.choicesLike(choice)
      const several = alike.length > 1 && chance.percent(50) ? alike : [choice]
      this.#pressed(several.map(this.#pressedAs), choiceWords(choice.choice, several.length, sumOf(several)))
      const messages = several.map((input): Message => ({ name: 'requests.decide', input }))
      return chance.percent(30) ? [...messages, ...messages] : messages
    }
    const quote = memory.quote(chance)
    if (!quote) return this.#page.next()
    const { rest } = quote
    if (rest && chance.percent(30)) {
      const { contentHash, credits, requests } = rest
      const pressed = pressedOf({ ...quote, contentHash, credits, requests, takesCeiling: false })
      this.#pressed([pressed], orderWords(requests, credits, quote.of))
      const input = { quoteId: quote.id, credits, contentHash, leaveOut: 'already-paid' }
      return [{ name: 'orders.approve', input }]
    }
    return this.#pressOf(quote)
  }

  /** On one button stands one order, or several. */
  #pressOf(quote: HeardQuote): Message[] {
    const chance = this.#chance
    const { attacks, memory } = this.#page
    const first = attacks.approval(quote, 75)
    if (first === null) return this.#page.next()
    const others = chance.percent(35) ? memory.quotes.filter(() => chance.percent(25)) : []
    this.#pressedOrders([quote, ...others])
    const more = others.flatMap((other) => attacks.approval(other, 90) ?? [])
    return [first, ...more, ...(chance.percent(30) ? [attacks.again(first, quote)] : [])]
  }

  #pressedAs = ({ id, choice, credits }: HeardChoice): Pressed => ({
    approval: `${id}-${choice}:${credits ?? 'unknown'}`,
    sum: credits ?? Number.POSITIVE_INFINITY,
    left: 1,
    units: this.#allowances.unitsOf(id),
  })

  /** Where one of them is the same as another, it stands on the button once. No button of the window's is for several. */
  #pressedOrders(quotes: readonly HeardQuote[]): void {
    const each = [...new Map(quotes.map((quote) => [approves(quote), quote])).values()]
    const [one] = each
    const right =
      each.length === 1 && one ? orderWords(one.requests, one.credits ?? (one.takesCeiling ? 10 : null), one.of) : null
    this.#pressed(each.map(pressedOf), right)
  }

  /**
   * What is read there is what a person means: whatever else stands on the button than the window would write, or was not
   * seen, is asked about.
   * @param right what the window would write; null where it has no such button
   */
  #pressed(each: readonly Pressed[], right: string | null): void {
    const chance = this.#chance
    const isSeen = chance.percent(85)
    const sum = each.reduce((all, one) => all + one.sum, 0)
    const like = right ?? orderWords(each.length, Number.isFinite(sum) ? sum : null)
    const words = chance.percent(30) ? wrongWords(chance, like, sum) : like
    this.#allowances.pressed(each, this.#settings.service, !isSeen || words !== right)
    this.#door.press({ approves: each.map(({ approval }) => approval).join(' '), words, isSeen })
  }

  /**
   * The page takes the person to practice, which is free, and has pressed there what spends at the service, by itself or
   * beside an order of practice's; back again, which is free as well, it orders that.
   */
  async #pressInPractice(): Promise<void> {
    const chance = this.#chance
    const { memory, attacks } = this.#page
    const { base } = this.#service.strange
    const order = attacks.order()
    const before = memory.quotes.at(-1)
    await this.#say([order])
    const live = memory.quotes.at(-1)
    // Tried again with the next call.
    if (live === undefined || live === before || this.#settings.service !== base) return
    this.#nextSwitch = this.#said + chance.below(2 * callsBetweenSwitches)
    await this.#say([{ name: 'app.startPractice', input: undefined }])
    await this.#say([{ name: 'quote.generation', input: { prompt: 'a lamp', modelId: 'quillon-3h' } }])
    const practised = memory.quotes.at(-1) ?? live
    this.#pressedOrders(chance.percent(70) ? [practised, live] : [live])
    const first = chance.percent(80) ? attacks.approval(practised, 100) : null
    if (first !== null) await this.#say([first])
    await this.#say([{ name: 'app.useService', input: { address: base } }])
    await this.#say([order])
    for (const quote of memory.quotes.filter(({ contentHash }) => contentHash === live.contentHash).slice(-1)) {
      const message = attacks.approval(quote, 100)
      if (message !== null) await this.#say(chance.percent(30) ? [message, message] : [message])
    }
  }

  /** A person does something in the window, whatever it is; the page makes of it what it can. */
  #act(): Message[] {
    this.#door.act()
    this.#desktop.isActed = true
    const { attacks } = this.#page
    return this.#chance.percent(50) ? [attacks.reach(), attacks.reach()] : [attacks.reach()]
  }

  /** What people do beside the page. */
  async #byHand(): Promise<void> {
    const chance = this.#chance
    const { given, chosen, canaries } = this.#caseFolders
    switch (chance.below(4)) {
      case 0:
        return this.#desktop.writeClipboard(chance.oneOf([canaries[0] ?? '', join(given, 'red.png'), 'a text']))
      case 1:
        return copyFileSync(join(given, 'blue.png'), join(chosen[chance.below(2)] ?? given, 'own.png'))
      default:
        return this.#putRight()
    }
  }

  /** The person's own service, key and caps again, by hand. */
  async #putRight(): Promise<void> {
    const { base, key } = this.#service.strange
    this.#desktop.isMeant = true
    if (this.#settings.service !== base) await this.#door.get('app.useService', { address: base })
    if (this.#link !== this.#door.state.link || this.#isAnotherKey) await this.#door.get('key.set', { key })
    await this.#door.get('queue.setCaps', caps)
    if (this.#chance.percent(50)) await this.#door.get('queue.resume', undefined)
    this.#desktop.isMeant = false
    this.#isAnotherKey = false
    this.#settings.accept()
    this.#link = this.#door.state.link
  }

  async end(): Promise<void> {
    await this.#door.close()
    const wrongs = await this.#oracle.ofService([], [])
    this.#elsewhere.close()
    this.#caseFolders.gone()
    if (wrongs.length > 0) throw new Error(`at the end: ${wrongs.join('; ')}`)
  }
}

const sumOf = (choices: readonly HeardChoice[]): number | null =>
  choices.reduce<number | null>((all, { credits }) => (all === null || credits === null ? null : all + credits), 0)

const approves = ({ contentHash, credits, takesCeiling }: HeardQuote): string =>
  `order-${contentHash}:${credits ?? (takesCeiling ? 10 : 'unknown')}`

/** All of it, on a button. */
function pressedOf(quote: HeardQuote): Pressed {
  const { credits, takesCeiling, requests, units } = quote
  const sum = credits ?? (takesCeiling ? 10 : Number.POSITIVE_INFINITY)
  return { approval: approves(quote), sum, left: requests, units }
}

const inShort = ({ message, answer }: Told): string => `${message.name} ${answer.ok ? 'done' : answer.code}`

const shown = (told: Told[]): string =>
  told
    .map(({ message, answer }) => `${JSON.stringify(message)} → ${JSON.stringify(answer)}`.slice(0, 600))
    .join(' and ')
