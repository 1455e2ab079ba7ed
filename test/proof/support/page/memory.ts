import type { QuoteView } from '../../../../src/contract/quotes.ts'
import type { OrderOf } from '../../../support/button-words.ts'
import type { Chance } from '../random.ts'
import type { Unit } from './allowances.ts'
import { givenNames } from './pictures.ts'

/** A quote that the page was answered, and what it asked for. */
export type HeardQuote = Pick<QuoteView, 'id' | 'credits' | 'contentHash' | 'requests' | 'takesCeiling' | 'rest'> & {
  units: Unit[]
  of: OrderOf
}

/** A question about a request that the page was answered. */
export interface HeardChoice {
  id: string
  choice: string
  credits: number | null
}

/** Names under which what is called so in an answer is asked for. */
const alsoAs: Record<string, readonly string[]> = {
  id: ['id', 'ids', 'before', 'quoteId'],
  file: ['files', 'source', 'references', 'reencode', 'pictures'],
  requestId: ['id', 'ids', 'before'],
  requestIds: ['id', 'ids', 'requestIds'],
  path: ['typed', 'name'],
}

const mostOfEach = 8
/** Its own one alone: fields may be called `constructor`. */
const of = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
const isGiven = (name: unknown): name is string => (givenNames as readonly unknown[]).includes(name)
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What the page has heard, to say it again where it may do harm. */
export class Memory {
  readonly #heard = new Map<string, string[]>()
  #any: string[] = []
  quotes: HeardQuote[] = []
  choices: HeardChoice[] = []
  /** What the file behind a handle is called, where that was said. */
  readonly names = new Map<string, string>()
  #turn = 0

  readonly #fixed: Readonly<Record<string, readonly string[]>>

  /** @param fixed what a page can make up or was written with, by the name of a field */
  constructor(fixed: Readonly<Record<string, readonly string[]>>) {
    this.#fixed = fixed
  }

  /** What there is to say in a field. */
  of(field: string): string[] {
    const any = this.#any
    this.#turn += 1
    const some = [0, 7, 19].flatMap((step) => any[(this.#turn * 31 + step) % (any.length || 1)] ?? [])
    return [...(of(this.#fixed, field) ?? this.#fixed.any ?? []), ...(this.#heard.get(field) ?? []), ...some]
  }

  /** What was heard there, and nothing else. */
  heard(field: string): readonly string[] {
    return this.#heard.get(field) ?? []
  }

  keep(field: string, text: string): void {
    const kept = this.#heard.get(field) ?? []
    if (!kept.includes(text)) this.#heard.set(field, [...kept, text].slice(-mostOfEach))
  }

  /** @param value of an answer, or a part of it */
  learn(value: unknown, name = '', depth = 0): void {
    if (typeof value === 'string') this.#text(name, value)
    else if (Array.isArray(value)) for (const part of value.slice(0, 4)) this.learn(part, name, depth + 1)
    else if (isRecord(value) && depth < 6) {
      this.#question(value)
      if (typeof value.file === 'string' && isGiven(value.name)) this.names.set(value.file, value.name)
      for (const [key, part] of Object.entries(value)) this.learn(part, key, depth + 1)
    }
  }

  #text(name: string, text: string): void {
    if (text === '' || text.length > 400) return
    for (const field of of(alsoAs, name) ?? [name]) this.keep(field, text)
    if (this.#any.at(-1) !== text) this.#any = [...this.#any, text].slice(-60)
  }

  #question({ id, decision }: Record<string, unknown>): void {
    if (typeof id !== 'string' || !isRecord(decision) || !Array.isArray(decision.choices)) return
    for (const { id: choice, credits } of decision.choices as { id: string; credits: number | null }[])
      this.choices = [...this.choices, { id, choice, credits }].slice(-12)
  }

  quoted(view: QuoteView, units: Unit[], of: OrderOf): void {
    const { id, credits, contentHash, requests, takesCeiling, rest } = view
    this.quotes = [...this.quotes, { id, credits, contentHash, requests, takesCeiling, rest, units, of }].slice(-12)
  }

  /** The same answer about it and about other requests, the last about each. */
  choicesLike({ choice }: HeardChoice): HeardChoice[] {
    const like = this.choices.filter((other) => other.choice === choice && other.credits !== null)
    return [...new Map(like.map((other) => [other.id, other])).values()]
  }

  quote(chance: Chance): HeardQuote | undefined {
    return this.quotes[chance.below(this.quotes.length)]
  }
}
