import { questionWords } from './question-words.ts'

/** One thing that is bought: what, with which words and pictures. */
export interface Unit {
  /** The model's or the Skill's id. */
  what: string
  prompt: string | null
  /** Names of files, and addresses; `*` for one that nobody can name. */
  pictures: string[]
}

/** One of the orders that stood on a button. */
export interface Pressed {
  /** As it stood there. */
  approval: string
  /** In credits, for all of it; infinite where no price is known. */
  sum: number
  /** How many requests. */
  left: number
  units: Unit[]
}

/** One press of a button, for all that stood on it. */
interface Press {
  /** The service that was used as it was pressed. */
  at: unknown
  /** In credits, for all that stood on it. */
  sum: number
  /** A dialog has to say yes as well. */
  isAsked: boolean
  /** One did, which is for all of it. */
  isAgreed: boolean
}

/** What a person said yes to by one press, or by setting up a watch folder, whose approval is empty. */
interface Allowance extends Pressed {
  press: Press
  isUsed: boolean
  /** A watch folder: good for one file after another. */
  isStanding: boolean
  spent: number
}

/** What may be spent, by what a person saw and pressed. Worked out beside the app, from what was shown and done. */
export class Allowances {
  #all: Allowance[] = []
  /** Requests by their number, with what each order they came with buys. */
  readonly #orders = new Map<string, Unit[]>()

  /** @param at the service that is used now @param isAsked whether a dialog has to say yes at any sum */
  pressed(orders: readonly Pressed[], at: unknown, isAsked: boolean): void {
    const sum = orders.reduce((all, one) => all + one.sum, 0)
    const press = { at, sum, isAsked, isAgreed: false }
    for (const order of orders)
      this.#all.push({ ...order, units: [...order.units], press, isUsed: false, isStanding: false, spent: 0 })
  }

  watched(unit: Unit, cap: number): void {
    const press = { at: null, sum: cap, isAsked: false, isAgreed: true }
    const rest = { press, isUsed: true, isStanding: true, spent: 0 }
    this.#all.push({ approval: '', sum: cap, left: Number.POSITIVE_INFINITY, units: [unit], ...rest })
  }

  /** What was agreed to as this was asked for, of presses that more stands on: also where the order itself failed then. */
  agreed(approval: string, yes: readonly string[]): void {
    for (const { press, approval: one } of this.#all)
      if (one === approval && this.#all.filter((other) => other.press === press).length > 1)
        press.isAgreed ||= isSaid(press, yes)
  }

  /**
   * An order that the app took.
   * @param yes the dialogs of the same call that were agreed to
   * @param at the service that was used as it was asked for
   * @returns what is wrong with that; null where nothing is
   */
  used(
    approval: string,
    yes: readonly string[],
    isDear: (sum: number) => boolean,
    at: unknown,
    requestIds: string[],
  ): string | null {
    const fitting = this.#all.filter((one) => one.approval === approval && !one.isUsed && one.press.at === at)
    const found = fitting.find(
      ({ press }) => (!press.isAsked && !isDear(press.sum)) || press.isAgreed || isSaid(press, yes),
    )
    if (!found) return fitting.length === 0 ? 'nobody pressed that there, or not once more' : 'no dialog was agreed to'
    found.isUsed = true
    for (const id of requestIds) this.#orders.set(id, [...found.units])
    return null
  }

  unitsOf(requestId: string): Unit[] {
    return this.#orders.get(requestId) ?? []
  }

  /** @param at the service that was paid @returns whether a person allowed it at that price */
  take(bought: Unit, credits: number, at: string): boolean {
    const open = this.#all.filter(
      ({ isUsed, isStanding, press, left, spent, sum }) =>
        isUsed && left > 0 && spent + credits <= sum + 1e-9 && (isStanding || press.at === at),
    )
    const fitting = open.flatMap((of) => of.units.filter((unit) => isSame(unit, bought)).map((unit) => ({ of, unit })))
    // The closest fit first: one with more pictures, or with any, may be what the next purchase needs.
    const [found] = fitting.sort((one, other) => breadth(one.unit) - breadth(other.unit))
    if (!found) return false
    const { of, unit } = found
    of.left -= 1
    of.spent += credits
    if (!of.isStanding) of.units.splice(of.units.indexOf(unit), 1)
    return true
  }

  /** Whether an order that was taken has this picture. */
  hasPicture(name: string): boolean {
    const ordered = [
      ...this.#orders.values(),
      ...this.#all.filter(({ isStanding }) => isStanding).map((of) => of.units),
    ]
    return ordered.flat().some(({ pictures }) => pictures.includes(name) || pictures.includes('*'))
  }
}

const isSaid = ({ sum }: Press, yes: readonly string[]): boolean => {
  const words = Number.isFinite(sum) ? `${questionWords.spend}${sum} credits` : questionWords.unknownPrice
  return yes.some((text) => text.includes(words))
}

/** How much else it would fit. */
const breadth = ({ pictures }: Unit): number => (pictures.includes('*') ? Number.POSITIVE_INFINITY : pictures.length)

/** As it comes out at the other end of whatever holds text. */
const plain = (text: string | null): string => (text ?? '').toWellFormed().trim()

const isSame = (unit: Unit, { what, prompt, pictures }: Unit): boolean =>
  unit.what === what &&
  plain(unit.prompt) === plain(prompt) &&
  pictures.every((name) => unit.pictures.includes(name) || unit.pictures.includes('*'))
