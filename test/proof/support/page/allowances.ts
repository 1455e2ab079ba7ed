/** One thing that is bought: what, with which words and pictures. */
export interface Unit {
  /** The model's or the Skill's id. */
  what: string
  prompt: string | null
  /** Names of files, and addresses; `*` for one that nobody can name. */
  pictures: string[]
}

/** What a person said yes to by one press, or by setting up a watch folder. */
interface Allowance {
  /** As it stood on the button; empty for a watch folder. */
  approval: string
  /** In credits, for all of it. */
  sum: number
  /** How many requests. */
  left: number
  units: Unit[]
  /** A dialog has to say yes as well. */
  isAsked: boolean
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

  pressed(approval: string, sum: number, left: number, units: Unit[], isAsked: boolean): void {
    const rest = { isAsked, isUsed: false, isStanding: false, spent: 0 }
    this.#all.push({ approval, sum, left, units: [...units], ...rest })
  }

  watched(unit: Unit, cap: number): void {
    const rest = { isAsked: false, isUsed: true, isStanding: true, spent: 0 }
    this.#all.push({ approval: '', sum: cap, left: Number.POSITIVE_INFINITY, units: [unit], ...rest })
  }

  /**
   * An order that the app took.
   * @param yes the dialogs of the same call that were agreed to
   * @returns what is wrong with that; null where nothing is
   */
  used(
    approval: string,
    yes: readonly string[],
    isDear: (sum: number) => boolean,
    requestIds: string[],
  ): string | null {
    const fitting = this.#all.filter((one) => one.approval === approval && !one.isUsed)
    const words = (sum: number) => (Number.isFinite(sum) ? `Spend ${sum} credits` : 'at a price that is not known')
    const said = (sum: number) => yes.some((text) => text.includes(words(sum)))
    const found = fitting.find(({ isAsked, sum }) => (!isAsked && !isDear(sum)) || said(sum))
    if (!found) return fitting.length === 0 ? 'nobody pressed that, or not once more' : 'no dialog was agreed to'
    found.isUsed = true
    for (const id of requestIds) this.#orders.set(id, [...found.units])
    return null
  }

  unitsOf(requestId: string): Unit[] {
    return this.#orders.get(requestId) ?? []
  }

  /** @returns whether a person allowed it at that price */
  take(bought: Unit, credits: number): boolean {
    const open = this.#all.filter(({ isUsed, left, spent, sum }) => isUsed && left > 0 && spent + credits <= sum + 1e-9)
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

/** How much else it would fit. */
const breadth = ({ pictures }: Unit): number => (pictures.includes('*') ? Number.POSITIVE_INFINITY : pictures.length)

/** As it comes out at the other end of whatever holds text. */
const plain = (text: string | null): string => (text ?? '').toWellFormed().trim()

const isSame = (unit: Unit, { what, prompt, pictures }: Unit): boolean =>
  unit.what === what &&
  plain(unit.prompt) === plain(prompt) &&
  pictures.every((name) => unit.pictures.includes(name) || unit.pictures.includes('*'))
