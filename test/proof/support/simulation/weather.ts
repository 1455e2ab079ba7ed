import type { Chance } from '../random.ts'
import type { Exchange } from './network.ts'
import type { Remote } from './remote.ts'
import type { Course, Ending, Kind, WireAnswer } from './wire.ts'

const minute = 60_000

/** How the service's lists of prices cannot be read. */
const listTroubles = ['500', 'silent', 'garbage', 'page', 'empty'] as const
export type ListTrouble = (typeof listTroubles)[number]

/** What an address of a result answers that has died. */
const deaths = ['expired', 'forbidden', 'missing', 'page', 'empty', 'silent', 'zeros'] as const
type Death = (typeof deaths)[number]

interface Addresses {
  /** So many addresses of each file were dead when they were given. */
  deadFirst: number
  livesMs: number
  death: Death
}

/** What holds for a while, whatever is asked: lists that cannot be read, addresses that die, figures that cannot be, disks that are away. */
export class Weather {
  lists: ListTrouble | null = null
  isLibraryThere = true
  readonly #chance: Chance
  readonly #remote: Remote
  readonly #nowMs: () => number
  #addresses: Addresses | null = null
  /** How many of a hundred answers have figures that cannot be. */
  #absurdShare = 0
  /** How many of a hundred answers to a paid POST give the number of a job that another order has. */
  #twiceShare = 0
  readonly #issued = new Map<string, number>()
  readonly #jobNumbers: string[] = []

  constructor(chance: Chance, remote: Remote, nowMs: () => number) {
    this.#chance = chance
    this.#remote = remote
    this.#nowMs = nowMs
  }

  /** How it is throughout a schedule. */
  begin(): string[] {
    const chance = this.#chance
    const met: string[] = []
    if (chance.percent(15)) {
      const livesMs = chance.oneOf([minute, 10 * minute, Number.POSITIVE_INFINITY])
      this.#addresses = { deadFirst: chance.oneOf([0, 1, 2, 4]), livesMs, death: chance.oneOf(deaths) }
      met.push('addresses that die')
    }
    if (chance.percent(5)) {
      this.#absurdShare = 30
      met.push('absurd figures')
    }
    if (chance.percent(8)) {
      this.#twiceShare = 50
      met.push('numbers given twice')
    }
    return met
  }

  troubleLists(): ListTrouble {
    this.lists = this.#chance.oneOf(listTroubles)
    return this.lists
  }

  /** Addresses go on dying: that is how they are. */
  calm(): void {
    this.lists = null
    this.isLibraryThere = true
    this.#absurdShare = 0
    this.#twiceShare = 0
  }

  /** What must become of an exchange; null: whatever else does. */
  courseOf(kind: Kind, url: URL): Pick<Course, 'name' | 'arrivesAfterMs' | 'failsAfterMs' | 'ending'> | null {
    if (this.lists !== null && /^\/api\/(models|skills)$/.test(url.pathname)) return courseOfList(this.lists)
    if (kind !== 'media' || this.#addresses === null || !this.#isDead(url, this.#addresses)) return null
    return courseOfDead(this.#addresses.death)
  }

  #isDead({ searchParams }: URL, { deadFirst, livesMs }: Addresses): boolean {
    const [n, atMs] = [searchParams.get('n'), searchParams.get('at')]
    return n !== null && (Number(n) <= deadFirst || this.#nowMs() - Number(atMs) > livesMs)
  }

  /**
   * As it leaves the service.
   * @param onAbsurd told before figures of it are changed
   * @param isKept whether a receipt has the number of a job: only there can anybody know that it is given twice
   */
  answered(
    { kind, bearer }: Exchange,
    answer: WireAnswer,
    onAbsurd: () => void,
    isKept: (generationId: string) => boolean,
  ): WireAnswer {
    if (bearer === null || (kind !== 'ask' && kind !== 'paid')) return answer
    const stamped = this.#addresses === null ? answer : this.#stamped(answer)
    const numbered = kind === 'paid' ? this.#numbered(stamped, isKept) : stamped
    if (!this.#chance.percent(this.#absurdShare)) return numbered
    onAbsurd()
    return absurd(numbered, this.#chance)
  }

  /** The first job's number is that of a job which another order was given; what it has made stays this order's. */
  #numbered(answer: WireAnswer, isKept: (generationId: string) => boolean): WireAnswer {
    const text = answer.body.toString('utf8')
    const own = answer.status === 200 ? /"generationId":"([^"]+)"/.exec(text)?.[1] : undefined
    if (own === undefined) return answer
    const another = this.#jobNumbers.find((one) => one !== own && isKept(one))
    this.#jobNumbers.push(own)
    if (another === undefined || !this.#chance.percent(this.#twiceShare)) return answer
    return { ...answer, body: Buffer.from(text.replaceAll(`"${own}"`, `"${another}"`)) }
  }

  /** Each answer gives each file an address of its own. */
  #stamped(answer: WireAnswer): WireAnswer {
    const text = answer.body.toString('utf8')
    if (!text.includes('/media/')) return answer
    const body = text.replace(/https:\/\/[^"]*\/media\/\w+\.\w+/g, (address) => {
      if (this.#remote.requestOfMedia(new URL(address)) === null) return address
      const n = (this.#issued.get(address) ?? 0) + 1
      this.#issued.set(address, n)
      return `${address}?n=${n}&at=${this.#nowMs()}`
    })
    return { ...answer, body: Buffer.from(body) }
  }
}

const answered = (status: number, body: Buffer | string, type: string) => (): Ending => ({
  type: 'answer',
  answer: { status, headers: { 'content-type': type }, body: Buffer.from(body) },
})
const page = '<!doctype html><title>Sign in</title><p>This network wants you to sign in.'
const silence = (forMs: number) => ({
  arrivesAfterMs: null,
  failsAfterMs: forMs,
  ending: (): Ending => ({ type: 'error', code: 'UND_ERR_HEADERS_TIMEOUT' }),
})
const at = (ending: Course['ending']) => ({ arrivesAfterMs: null, failsAfterMs: 100, ending })

function courseOfList(trouble: ListTrouble) {
  const name = `lists: ${trouble}`
  switch (trouble) {
    case '500':
      return { name, ...at(answered(500, '{"success":false,"error":"internal error"}', 'application/json')) }
    case 'silent':
      return { name, ...silence(90_000) }
    case 'garbage':
      return { name, ...at(answered(200, '{"success":true,"models":7,"skills":{}}', 'application/json')) }
    case 'page':
      return { name, ...at(answered(200, page, 'text/html')) }
    case 'empty':
      return { name, ...at(answered(200, '', 'application/json')) }
  }
}

function courseOfDead(death: Death) {
  const name = `dead address: ${death}`
  switch (death) {
    case 'expired':
      return { name, ...at(answered(400, '<Error><Code>ExpiredToken</Code></Error>', 'application/xml')) }
    case 'forbidden':
      return { name, ...at(answered(403, '', 'text/plain')) }
    case 'missing':
      return { name, ...at(answered(404, '', 'text/plain')) }
    case 'page':
      return { name, ...at(answered(200, page, 'text/html')) }
    case 'empty':
      return { name, ...at(answered(200, '', 'image/png')) }
    case 'silent':
      return { name, ...silence(30_000) }
    case 'zeros':
      return { name, ...at(answered(200, Buffer.alloc(500), 'image/png')) }
  }
}

/** Figures that no service should say: below nothing, past every calendar, more than anybody has. */
function absurd(answer: WireAnswer, chance: Chance): WireAnswer {
  const text = answer.body.toString('utf8')
  const figure = (name: string, values: readonly [number, ...number[]]) => (said: string) =>
    said.replace(new RegExp(`"${name}":-?\\d+`, 'g'), () => `"${name}":${chance.oneOf(values)}`)
  const body = [
    figure('creditsUsed', [-50, 1e15, 1e300, -0.5]),
    figure('expectedWaitSeconds', [1e15, 1e300, -40]),
    figure('pollHintSeconds', [-7, 1e15]),
    figure('purchased', [-3, 1e300]),
    figure('retryAfterSeconds', [0, -1, 1e15]),
  ].reduce((said, change) => change(said), text)
  const isRefusal = answer.status === 429 || answer.status === 503 || answer.status === 409
  const headers = isRefusal && chance.percent(50) ? { ...answer.headers, 'retry-after': '1' } : answer.headers
  return { ...answer, headers, body: Buffer.from(body) }
}
