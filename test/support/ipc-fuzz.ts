import { z } from 'zod'
import { type CallAnswer, type CallName, calls } from '../../src/contract/ipc.ts'
import { weightOf } from '../../src/main/message-bounds.ts'
import type { Chance } from '../proof/support/random.ts'
import { isOf, type Known, messageFor } from './ipc-messages.ts'

export const callNames = Object.keys(calls) as CallName[]

/** Names that are in no contract: of prototypes, of the engine's thread, of nothing, and what is no name. */
export const wrongNames: readonly unknown[] = [
  '__proto__',
  'constructor',
  'toString',
  'status',
  'makeToken',
  'close',
  'picture',
  'app.snapshot ',
  'APP.SNAPSHOT',
  '',
  0,
  null,
  undefined,
  ['app.snapshot'],
  { toString: 'app.snapshot' },
]

/** What opens another engine costs a quarter of a second when it is taken at its word. */
const costly: ReadonlySet<CallName> = new Set([
  'app.startPractice',
  'app.useService',
  'app.setNetwork',
  'backups.restore',
  'backups.make',
])

/** Failures that no message of the right form may lead to. */
const neverCodes: ReadonlySet<string> = new Set(['internal', 'not-allowed', 'bad-input', 'engine-stopped'])

const answerForm = z.union([
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({
    ok: z.literal(false),
    code: z.string().min(1),
    message: z.string().min(10),
    retryable: z.boolean(),
  }),
])

/** Texts that lead somewhere from the start on. `files`, `folders`: handles of what the engine may look at. */
export interface Seeds {
  files: string[]
  folders: string[]
  key: string
  address: string
}

/** Makes messages for the calls of the contract, remembers what is answered, and says what is wrong with an answer. */
export class IpcFuzz {
  readonly #known: Record<string, string[]>
  /** Figures at which a quote would be approved: messages that would spend are not made. */
  readonly #prices = new Map<string, (number | null)[]>()
  readonly #costlyShare: number

  /** @param costlyShare of a hundred messages that would open another engine, how many are said */
  constructor({ files, folders, key, address }: Seeds, costlyShare: number) {
    this.#costlyShare = costlyShare
    const sources = [...files, 'https://nowhere.invalid/picture.jpg']
    this.#known = {
      files: sources,
      folder: folders,
      reencode: files,
      references: sources,
      referenceVideo: sources,
      source: sources,
      address: [address, 'http://127.0.0.1:9', 'https://nowhere.invalid'],
      proxy: ['system', 'direct', 'http://127.0.0.1:9'],
      key: [key, `svc_sk_${'F0'.repeat(16)}`],
      base64: ['', 'AAAA', 'iVBORw0KGgo='],
      from: ['2026-11-01', '0000-00-00'],
      to: ['2026-11-30', '2026-02-31'],
      form: ['create', 'skill:remove-bg'],
      search: ['a', '2026-11', 'fox "'],
      template: ['{source}-{skill}', '{', '../{name}'],
      choice: ['look-again', 'new-order', 'resend', 'give-up'],
    }
  }

  /** A message for a call; it never approves a quote at its price. */
  message(name: CallName, chance: Chance): unknown {
    for (;;) {
      const made = messageFor(calls[name].input, chance, this.#known as Known, 30)
      const isTooCostly = costly.has(name) && !chance.percent(this.#costlyShare) && isOf(calls[name].input, made)
      if (!isTooCostly && !this.#wouldSpend(name, made)) return made
    }
  }

  #wouldSpend(name: CallName, input: unknown): boolean {
    if (name !== 'orders.approve') return false
    const parsed = calls['orders.approve'].input.safeParse(input)
    return parsed.success && (this.#prices.get(parsed.data.quoteId)?.includes(parsed.data.credits) ?? false)
  }

  /**
   * What is wrong with an answer, in words; empty where nothing is. Learns the names that a right one gives.
   * @param answer as it came, of any form
   */
  wrongsOf(name: CallName, input: unknown, answer: unknown): string[] {
    const { input: form, output } = calls[name]
    const read = answerForm.safeParse(answer)
    if (!read.success) return [`${name} answered in no form of the contract: ${shown(answer)} to ${shown(input)}`]
    const told = read.data as CallAnswer<unknown>
    // What is larger or deeper than any message of ours may be refused, whatever its form says.
    if (!told.ok && weightOf(input) === null) return []
    if (!isOf(form, input))
      return !told.ok && told.code === 'bad-input' ? [] : [`${name} did not refuse ${shown(input)}: ${shown(told)}`]
    if (!told.ok)
      return neverCodes.has(told.code) ? [`${name} failed on ${shown(input)}: ${told.code}: ${told.message}`] : []
    if (!isOf(output, told.value)) return [`${name} gave another form than it promises: ${shown(told.value)}`]
    this.#learn(name, told.value)
    return []
  }

  #learn(name: CallName, value: unknown): void {
    for (const one of Array.isArray(value) ? value.slice(0, 3) : []) this.#learn(name, one)
    const read = learned.safeParse(value)
    if (!read.success) return
    const { id, list, undo, name: named, items, models, skills, quote } = read.data
    if (list) this.#keep('list', list)
    if (undo) this.#keep('undo', undo)
    if (named && name.startsWith('backups')) this.#keep('name', named)
    for (const model of models ?? []) this.#keep('modelId', model.id)
    for (const skill of skills ?? []) this.#keep('skill', skill.id)
    if (quote) this.#quoted(quote)
    if (name.startsWith('quote.')) this.#quoted(quoted.parse(value))
    else for (const one of [...(id === undefined ? [] : [{ id }]), ...(items ?? [])].slice(0, 3)) this.#named(one.id)
  }

  #named(id: string): void {
    for (const field of ['id', 'ids', 'before']) this.#keep(field, id)
  }

  #quoted({ id, credits, rest }: z.infer<typeof quoted>): void {
    this.#keep('quoteId', id)
    this.#prices.set(id, [credits, ...(rest ? [rest.credits] : [])])
  }

  /** The oldest is forgotten: what has ended is asked for as well, but not only that. */
  #keep(field: string, text: string): void {
    const kept = this.#known[field] ?? []
    if (!kept.includes(text)) this.#known[field] = [...kept, text].slice(-8)
  }
}

const quoted = z.object({
  id: z.string(),
  credits: z.number().nullable(),
  rest: z.object({ credits: z.number().nullable() }).nullish(),
})
const named = z.array(z.object({ id: z.string() }))
/** Of all that is answered: what names something that other calls ask for. */
const learned = z.object({
  id: z.string().optional().catch(undefined),
  list: z.string().optional(),
  undo: z.string().nullish(),
  name: z.string().optional(),
  items: named.optional(),
  models: named.optional(),
  skills: named.optional(),
  quote: quoted.nullish(),
})

/** A value in a failure's words. */
function shown(value: unknown): string {
  try {
    return `${typeof value} ${JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part))}`.slice(
      0,
      300,
    )
  } catch {
    return `${typeof value} that cannot be shown`
  }
}
