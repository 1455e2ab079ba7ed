import { type CallName, calls } from '../../../../src/contract/ipc.ts'
import type { GenerationOrder, SkillOrder } from '../../../../src/contract/orders.ts'
import type { QuoteView } from '../../../../src/contract/quotes.ts'
import { callNames } from '../../../support/ipc-fuzz.ts'
import { type Known, messageFor } from '../../../support/ipc-messages.ts'
import type { Chance } from '../random.ts'
import type { Unit } from './allowances.ts'
import { Attacks, type Message } from './attacks.ts'
import { Memory } from './memory.ts'

/** What opens another engine takes a second where it is done: of a hundred of these so many are said. */
const costly: Partial<Record<CallName, number>> = {
  'app.startPractice': 4,
  'app.useService': 40,
  'app.setNetwork': 12,
  'backups.restore': 6,
}
const isCostly = ({ name }: Message): boolean => costly[name] !== undefined

/** Where chance alone is more likely to find something. */
const worthwhile = [
  'key.clear',
  'tokens.create',
  'tokens.useNew',
  'tokens.revoke',
  'tokens.copyNew',
  'queue.setCaps',
  'queue.resume',
  'updates.install',
  'backups.make',
  'backups.restore',
  'watch.setUp',
  'watch.pause',
  'library.export',
  'library.files',
  'files.inspect',
  'files.lookAtOriginals',
  'files.choose',
  'files.chooseFolder',
  'files.onClipboard',
  'drafts.save',
  'drafts.load',
] as const satisfies readonly CallName[]

/** A script that came to run in the page: it may say anything to any call, and has no person's hand. */
export class HostilePage {
  readonly memory: Memory
  readonly attacks: Attacks
  readonly #chance: Chance
  readonly #known: Known

  /** @param fixed what it can make up or was written with, by the name of a field */
  constructor(chance: Chance, fixed: Readonly<Record<string, readonly string[]>>) {
    this.#chance = chance
    this.memory = new Memory(fixed)
    this.attacks = new Attacks(chance, this.memory)
    this.#known = new Proxy<Known>({}, { get: (_, field) => this.memory.of(String(field)) })
  }

  /** What it says at once: mostly one call, at times several, or the same one twice. */
  next(): Message[] {
    const first = this.#message()
    if (isCostly(first) || !this.#chance.percent(10)) return [first]
    if (this.#chance.percent(50)) return [first, first]
    const more = Array.from({ length: 1 + this.#chance.below(3) }, () => this.#message())
    return [first, ...more.filter((one) => !isCostly(one))]
  }

  #message(): Message {
    for (;;) {
      const made = this.#anything()
      if (this.#chance.percent(costly[made.name] ?? 100)) return made
    }
  }

  #anything(): Message {
    const { attacks, memory } = this
    const chance = this.#chance
    const way = chance.below(100)
    if (way < 33) return this.#valid(callNames[chance.below(callNames.length)] as CallName, 70)
    if (way < 45) return this.#valid(chance.oneOf(worthwhile), 95)
    if (way < 60) return attacks.order()
    if (way < 64) return attacks.aboutRequest()
    if (way < 67) return attacks.watch()
    if (way < 72) return attacks.library()
    if (way < 74) return attacks.reach()
    if (way < 82) return attacks.setting()
    return (way < 94 ? attacks.approval(memory.quote(chance)) : attacks.decision()) ?? attacks.order()
  }

  #valid(name: CallName, share: number): Message {
    return { name, input: messageFor(calls[name].input, this.#chance, this.#known, share) }
  }

  /** @param value of a good answer */
  learn({ name, input }: Message, value: unknown, unitsOf: (requestId: string) => Unit[]): void {
    const { memory } = this
    memory.learn(value)
    if (name === 'watch.setUp') for (const { id } of value as { id: string }[]) memory.keep('watches', id)
    if (name === 'library.open') for (const { id } of itemsOf(value)) memory.keep('assets', id)
    if (name === 'quote.generation')
      memory.quoted(value as QuoteView, this.#ofGeneration(input as GenerationOrder), 'generation')
    if (name === 'quote.skill') memory.quoted(value as QuoteView, this.#ofSkill(input as SkillOrder), 'skill')
    const { quote } = (value ?? {}) as { quote?: QuoteView | null }
    if (name === 'requests.retry' && quote) memory.quoted(quote, unitsOf((input as { id: string }).id), 'again')
  }

  #named = (source: string): string => (/^https?:/.test(source) ? source : (this.memory.names.get(source) ?? '*'))

  #ofGeneration({ prompt, modelId, variants, references = [], count = 1 }: GenerationOrder): Unit[] {
    const pictures = references.map(this.#named)
    const prompts = (variants ?? [{ prompt }]).flatMap((each) => Array<string>(count).fill(each.prompt))
    return prompts.map((words) => ({ what: modelId, prompt: words, pictures }))
  }

  #ofSkill({ skill, files, pictures = [] }: SkillOrder): Unit[] {
    const others = pictures.map(({ source }) => this.#named(source))
    return files.map((file) => ({ what: skill, prompt: null, pictures: [this.#named(file), ...others] }))
  }
}

const itemsOf = (value: unknown): { id: string }[] => (value as { items: { id: string }[] }).items.slice(0, 5)
