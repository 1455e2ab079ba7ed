import type { Model } from '../../../../src/domain/catalogue/model.ts'
import type { Skill } from '../../../../src/domain/catalogue/skill.ts'
import { generationQuote } from '../../../../src/domain/quote/generation-quote.ts'
import { skillQuote } from '../../../../src/domain/quote/skill-quote.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { readModels, readSkills } from '../../../../src/engine/catalogue/read-lists.ts'
import type { Db } from '../../../../src/engine/store/db.ts'
import { KeyValueStore } from '../../../../src/engine/store/key-value-store.ts'
import type { Exchange } from './network.ts'
import { askedMs } from './pace-check.ts'
import { bodyOf } from './parsed.ts'
import { serviceOrigin } from './remote.ts'
import type { Ending } from './wire.ts'

/** A price older than this is read again before it is paid; where it cannot be, it holds for so long in all. */
const youngMs = 30_000
const mostMs = 5 * 60_000

/** No order of this world costs as much. */
const absurd = 1e6

/** So long a limit without a time is kept to at first; it doubles with each one in a row, up to a quarter of an hour. */
const firstPauseMs = 10_000
const longestPauseMs = 900_000

/** A look at a list takes a while, and what is paid leaves a moment after it. */
const edgeMs = 5000

/**
 * I10: what a person agreed to pay is held against the list of prices as the service last answered it. When that was, and
 * when it was last asked for in vain, is seen on the wire, whatever the app keeps of it.
 */
export class PriceCheck {
  /** Each time that a list was read, and by whom; by nobody of now: the home had it from the start. */
  readonly #read = new Map<string, Read[]>()
  readonly #failedAtMs = new Map<string, number>()
  /** When each question for a list left: what it is answered with is as old as that. */
  readonly #askedMs = new WeakMap<Exchange, number>()
  /** Limits on the lists, one after the other. */
  #limits = 0
  /** When a program heard that more was charged than a person had agreed to: by model and by Skill. */
  readonly #overcharged = new Map<string, { owner: Exchange['owner']; atMs: number }>()

  /** The lists that this home had from the start. */
  begin(lists: Record<string, string>, atMs: number): void {
    for (const [name, text] of Object.entries(lists)) this.#read.set(name, [{ text, atMs, owner: null }])
  }

  leaves(exchange: Exchange, atMs: number): void {
    this.#askedMs.set(exchange, atMs)
  }

  ended(exchange: Exchange, ending: Ending, atMs: number): void {
    const { url, owner, kind } = exchange
    const [, name] = /^\/api\/(models|skills)$/.exec(url.pathname) ?? []
    if (name === undefined) {
      // A limit on looks is the account's: its lists are left alone too.
      if (kind === 'ask' && isLimit(ending)) this.#leftAlone(atMs + askedMs(ending))
      return
    }
    const text = wholeList(ending)
    if (text !== null)
      this.#read.set(name, [
        ...(this.#read.get(name) ?? []),
        { text, atMs: this.#askedMs.get(exchange) ?? atMs, owner },
      ])
    else this.#failed(name, atMs)
    // For as long as the service wants its lists left alone, nobody can try to read any of them.
    this.#limits = isLimit(ending) ? this.#limits + 1 : 0
    const unsaidMs = this.#limits > 0 ? Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#limits - 1)) : 0
    const leftAloneMs = askedMs(ending) || unsaidMs
    if (text === null && leftAloneMs > 0) this.#leftAlone(atMs + leftAloneMs)
  }

  #leftAlone(untilMs: number): void {
    for (const list of ['models', 'skills']) this.#failed(list, untilMs)
  }

  /** What a program knows: what it has read, and what others have that is on the disk. */
  #readBy(owner: Exchange['owner'], name: string, db: Db): Read | undefined {
    const reads = this.#read.get(name) ?? []
    const last = reads.at(-1)
    if (last === undefined || last.owner === owner) return last
    const kept = db.prepare<[string], string>('SELECT value FROM caches WHERE name = ?').pluck().get(name)
    return reads.findLast((read) => read.owner === owner || isSameList(read.text, kept)) ?? last
  }

  /** The answer to a paid request, as whoever sent it has heard it. */
  answered({ order, quote }: Receipt, owner: Exchange['owner'], ending: Ending, atMs: number): void {
    const charged = chargeIn(ending)
    if (charged !== null && quote.credits !== null && charged > quote.credits)
      this.#overcharged.set(sortOf(order), { owner, atMs })
  }

  #failed(name: string, atMs: number): void {
    this.#failedAtMs.set(name, Math.max(atMs, this.#failedAtMs.get(name) ?? 0))
  }

  /**
   * Of a paid request that leaves.
   * @param agreed the most that a person agreed to; null: they were told that the price is not known
   * @returns in words what is wrong; null: nothing
   */
  wrong({ order }: Receipt, agreed: number | null, owner: Exchange['owner'], nowMs: number, db: Db): string | null {
    if (agreed === null) return null
    const name = order.kind === 'generation' ? 'models' : 'skills'
    const read = this.#readBy(owner, name, db)
    if (read === undefined) return 'is sent, and its price was never read'
    const news = this.#overcharged.get(sortOf(order))
    const isKnown = news?.owner === owner || isKept(db, sortOf(order))
    if (news !== undefined && isKnown && nowMs > news.atMs && read.atMs < news.atMs)
      return 'is sent at a price that was read before more was charged for its like'
    const ageMs = nowMs - read.atMs
    const failedMs = nowMs - (this.#failedAtMs.get(name) ?? Number.NEGATIVE_INFINITY)
    if (ageMs > mostMs + edgeMs) return `is sent at a price that is ${inSeconds(ageMs)} s old`
    if (ageMs > youngMs + edgeMs && failedMs > youngMs + edgeMs)
      return `is sent at a price that is ${inSeconds(ageMs)} s old, and nobody tried to read it again`
    const credits = costBy(read.text, order)
    if (credits !== null && credits <= agreed + 1e-9) return null
    return `is sent at ${credits ?? 'no price'}, and ${agreed} was agreed to`
  }
}

interface Read {
  text: string
  atMs: number
  owner: Exchange['owner'] | null
}

/** Other programs know of a charge what the disk has taken. */
const isKept = (db: Db, sort: string): boolean =>
  (new KeyValueStore(db).note(`overcharge:${serviceOrigin}:${sort}`) ?? '') !== ''

const isSameList = (text: string, kept: string | undefined): boolean =>
  kept !== undefined && (text === kept || JSON.stringify(JSON.parse(text)) === kept)

const isLimit = (ending: Ending): boolean => ending.type !== 'error' && ending.answer.status === 429

const sortOf = (order: Receipt['order']): string =>
  order.kind === 'skill' ? `skill ${order.skill}` : `model ${String(order.fields.modelId)}`

function chargeIn(ending: Ending): number | null {
  if (ending.type === 'error' || ending.breaksAfter !== undefined || ending.dripMs !== undefined) return null
  if (ending.answer.status !== 200) return null
  const { creditsUsed } = bodyOf(ending.answer.body)
  // What cannot be true is no news of a price.
  return typeof creditsUsed === 'number' && creditsUsed < absurd ? creditsUsed : null
}

const inSeconds = (ms: number): number => Math.round(ms / 1000)

/** A list that can be read and has something in it. */
function wholeList(ending: Ending): string | null {
  if (ending.type === 'error' || ending.breaksAfter !== undefined || ending.dripMs !== undefined) return null
  if (ending.answer.status !== 200) return null
  const text = ending.answer.body.toString('utf8')
  return text.includes('"models":[{') || text.includes('"skills":[{') ? (isJson(text) ? text : null) : null
}

const known = new Map<string, { isJson: boolean; models?: Model[]; skills?: Skill[] }>()

/** The same text is the same list, and there are few. */
function kept(text: string): { isJson: boolean; models?: Model[]; skills?: Skill[] } {
  const before = known.get(text)
  if (before) return before
  if (known.size > 200) known.clear()
  let made: { isJson: boolean } = { isJson: false }
  try {
    const list = JSON.parse(text)
    made = { isJson: true, ...{ models: readModels(list) ?? [], skills: readSkills(list) ?? [] } }
  } catch {
    // Cut short, or no list at all.
  }
  known.set(text, made)
  return made
}

const isJson = (text: string): boolean => kept(text).isJson

function costBy(text: string, order: Receipt['order']): number | null {
  if (order.kind === 'generation') {
    const model = kept(text).models?.find(({ id }) => id === order.fields.modelId)
    return model ? generationQuote(model, order.fields, order.references.length, 0).credits : null
  }
  const skill = kept(text).skills?.find(({ id }) => id === order.skill)
  return skill ? skillQuote(skill, order.fields, 0).credits : null
}
