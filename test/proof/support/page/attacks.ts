import type { CallName } from '../../../../src/contract/ipc.ts'
import type { Chance } from '../random.ts'
import type { HeardQuote, Memory } from './memory.ts'

export interface Message {
  name: CallName
  input: unknown
}

/** What somebody says who knows the contract and wants money, the key, the files or the program. */
export class Attacks {
  readonly #chance: Chance
  readonly #memory: Memory
  #orders: Message[] = []
  /** A picture that was put into the app's own trash last. */
  #trashed: string | null = null

  constructor(chance: Chance, memory: Memory) {
    this.#chance = chance
    this.#memory = memory
  }

  /** An order to be quoted; often one that was quoted before, which has the same hash under another number. */
  order(): Message {
    const chance = this.#chance
    const before = this.#orders[chance.below(this.#orders.length)]
    if (before && chance.percent(35)) return before
    const made = chance.percent(50) ? this.#skill() : this.#generation()
    this.#orders = [...this.#orders, made].slice(-4)
    return made
  }

  #skill(): Message {
    return {
      name: 'quote.skill',
      input: { skill: this.#chance.oneOf(['cut', 'fade', 'riddle']), files: this.#sources() },
    }
  }

  #generation(): Message {
    const chance = this.#chance
    const order = {
      prompt: chance.oneOf(['a lamp', 'a fox', 'ein Haus', '__proto__', 'a\0b']),
      modelId: chance.oneOf(['plain', 'plain', 'other', 'dear']),
      ...(chance.percent(30) ? { references: this.#sources() } : {}),
      ...(chance.percent(20) ? { count: 1 + chance.below(3) } : {}),
      ...(chance.percent(15) ? { variants: [{ prompt: 'one' }, { prompt: 'two' }] } : {}),
    }
    return { name: 'quote.generation', input: order }
  }

  #sources = (): string[] => [this.#one('files'), ...(this.#chance.percent(15) ? [this.#one('files')] : [])]

  #one(field: string): string {
    const all = this.#memory.of(field)
    return all[this.#chance.below(all.length)] ?? ''
  }

  /** To have a quote ordered: as it stands, or with something of another one, at another sum, without what binds it. */
  approval(quote: HeardQuote | undefined, exactShare = 40): Message | null {
    const chance = this.#chance
    if (!quote) return null
    const other = this.#memory.quote(chance) ?? quote
    const { id: quoteId, credits, contentHash, rest } = quote
    const ceiling = credits === null && quote.takesCeiling ? { ceilingCredits: 10 } : {}
    const odd = chance.oneOf<object>([
      { contentHash: other.contentHash },
      { contentHash: other.contentHash, credits: other.credits },
      { quoteId: other.id },
      { credits: chance.oneOf([0, 1, 3, 6, 300, 1e9]) },
      { ceilingCredits: chance.oneOf([0, 2, 3, 10, 300, 1e9]) },
      { contentHash: undefined },
      { leaveOut: 'already-paid', credits: rest?.credits ?? credits, contentHash: rest?.contentHash },
      { leaveOut: 'already-paid' },
    ])
    const isExact = chance.percent(exactShare)
    return { name: 'orders.approve', input: { quoteId, credits, contentHash, ...ceiling, ...(isExact ? {} : odd) } }
  }

  /** The same once more, under the number of another quote of the same. */
  again(message: Message, quote: HeardQuote): Message {
    const twin = this.#memory.quotes.find(({ id, contentHash }) => id !== quote.id && contentHash === quote.contentHash)
    return twin ? { ...message, input: { ...(message.input as object), quoteId: twin.id } } : message
  }

  decision(): Message | null {
    const chance = this.#chance
    const { choices } = this.#memory
    const heard = choices[chance.below(choices.length)]
    if (!heard) return null
    const odd = chance.oneOf<object>([
      {},
      {},
      { credits: chance.oneOf([null, 0, 3, 5]) },
      { credits: undefined },
      { ceilingCredits: chance.oneOf([null, 2, 1e9]) },
      { choice: chance.oneOf(['send-again', 'new-order', 'accept-price', 'try-again', 'look-again', 'leave']) },
    ])
    return { name: 'requests.decide', input: { ...heard, ...odd } }
  }

  /** Of an order that was made here, where one was. */
  aboutRequest(): Message {
    const name = this.#chance.oneOf<CallName>(['requests.retry', 'requests.list', 'requests.receipt'])
    return { name, input: name === 'requests.list' ? {} : { id: this.#one('requestIds') } }
  }

  /** A folder that sends and pays by itself. */
  watch(): Message {
    const chance = this.#chance
    const allowance = { each: chance.oneOf([2, 5, 300]), cap: chance.oneOf([5, 20, 1e6]) }
    if (chance.percent(40)) return { name: 'watch.switchOn', input: { id: this.#one('watches'), ...allowance } }
    const handles = this.#memory.of('folder').filter((text) => text.startsWith('d_'))
    const folder = chance.percent(60) ? (handles.at(-1) ?? '') : this.#one('folder')
    const form = { skill: chance.oneOf(['cut', 'fade']), values: {}, pictures: [], alsoTo: null }
    return { name: 'watch.setUp', input: { folder, ...form, ...allowance } }
  }

  /** Paid pictures, out of the library and off the disk. */
  library(): Message {
    const chance = this.#chance
    const asset = this.#trashed
    this.#trashed = null
    if (asset !== null) return { name: 'library.remove', input: { of: { ids: [asset] } } }
    const [known] = this.#memory.heard('assets').slice(chance.below(4))
    if (known === undefined || chance.percent(40)) return { name: 'library.open', input: { filter: {}, limit: 5 } }
    this.#trashed = known
    return { name: 'library.trash', input: { of: { ids: [known] } } }
  }

  /** What reaches over to other programs. */
  reach(): Message {
    const chance = this.#chance
    const [asset = ''] = this.#memory.heard('assets').slice(chance.below(4))
    return chance.oneOf<Message>([
      { name: 'app.showFolder', input: { which: chance.oneOf(['library', 'home']) } },
      { name: 'app.copyText', input: { text: 'a lighthouse' } },
      { name: 'tokens.copyNew', input: undefined },
      { name: 'library.showInFolder', input: { id: asset } },
      { name: 'library.copyPicture', input: { id: asset } },
      { name: 'library.dragOut', input: { of: { ids: [asset] } } },
    ])
  }

  /** What is set: where things go, how much may be spent. */
  setting(): Message {
    const chance = this.#chance
    const more = () => chance.oneOf([null, 401, 500, 901, 5000, 1e9])
    return chance.oneOf<Message>([
      { name: 'app.useService', input: { address: this.#one('address') } },
      { name: 'app.setNetwork', input: { proxy: this.#one('proxy') } },
      { name: 'app.setAskAbove', input: { credits: chance.oneOf([0, 201, 1e6]) } },
      { name: 'updates.set', input: { address: this.#one('address'), on: true } },
      { name: 'updates.set', input: chance.percent(50) ? { on: false } : { address: null } },
      { name: 'updates.check', input: undefined },
      { name: 'hosts.allow', input: { host: this.#one('host') } },
      { name: 'key.set', input: { key: this.#one('key') } },
      { name: 'queue.setCaps', input: chance.percent(50) ? { day: more() } : { batch: more() } },
    ])
  }
}
