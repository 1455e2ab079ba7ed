import { orderedCount } from './missing-modules.ts'
import { type OutputPlace, placeKey } from './output-place.ts'
import type { Decision, Phase, Receipt } from './receipt.ts'
import { decisionOf } from './transitions.ts'

// Results beyond what was ordered. Whoever answers an order may list thousands of addresses, and they would fill the disk:
// what was ordered comes home by itself, and the rest is kept by its address until a person says what becomes of it (W9).

/** §2.2: the most candidates that one generation is known to have. */
const candidates = 4
/** §8: the most pictures of one run, where the catalogue named no number. */
const picturesOfRun = 6
/** A catalogue that promises thousands is no order for them. */
const mostPromised = 24

type Ordered = Pick<Receipt, 'order' | 'jobs' | 'assets' | 'owed' | 'surplus'>

/** How many outputs an order has, and how many of them one job. */
function orderedOf({ order }: Pick<Receipt, 'order'>): { all: number; ofJob: number } {
  if (order.kind === 'generation') return { all: candidates, ofJob: candidates }
  const modules = orderedCount(order)
  if (modules !== null) return { all: Math.max(1, modules), ofJob: 1 }
  const all = Math.min(mostPromised, Math.max(1, Math.floor(order.mostOutputs ?? picturesOfRun)))
  return { all, ofJob: all }
}

interface Output extends OutputPlace {
  isHome: boolean
}

/** All that is listed as made: what was ordered, and the rest in the order in which it would come. */
function apart(receipt: Ordered): { ordered: Output[]; surplus: Output[] } {
  const isHome = new Set(receipt.assets.map(placeKey))
  const outputs = receipt.jobs.flatMap(({ status, urls }, jobIndex) =>
    status === 'completed'
      ? urls.map((_, outputIndex) => {
          const place = { jobIndex, outputIndex }
          return { ...place, isHome: isHome.has(placeKey(place)) }
        })
      : [],
  )
  const { all, ofJob } = orderedOf(receipt)
  if (outputs.length <= all && outputs.every(({ outputIndex }) => outputIndex < ofJob))
    return { ordered: outputs, surplus: [] }
  // What is at home, or was begun with, stays what it was counted as, whichever job is listed next.
  const isOwed = new Set(receipt.owed.map(placeKey))
  const rank = (one: Output): number => (one.isHome ? 0 : isOwed.has(placeKey(one)) ? 1 : 2)
  const sorted = outputs.sort((a, b) => rank(a) - rank(b) || a.outputIndex - b.outputIndex || a.jobIndex - b.jobIndex)
  const ordered = sorted.filter(({ outputIndex }) => outputIndex < ofJob).slice(0, all)
  const isOrdered = new Set(ordered)
  return { ordered, surplus: sorted.filter((one) => !isOrdered.has(one)) }
}

/** Outputs that are to come home and are not there: those that were ordered, and the others that a person asked for. */
export function comingHome(receipt: Ordered): OutputPlace[] {
  const { ordered, surplus } = apart(receipt)
  return [...ordered, ...surplus.slice(0, receipt.surplus?.fetch ?? 0)].filter(({ isHome }) => !isHome)
}

const ended: ReadonlySet<Phase> = new Set(['completed', 'partial', 'failed', 'gone'])

/** The service has ended it, whatever a person is still asked about what lies there. */
export const hasEnded = ({ phase }: Pick<Receipt, 'phase'>): boolean => ended.has(phase)

/** How many a person has to be asked about; 0 before the order has ended. */
export function surplusToAskAbout(receipt: Receipt): number {
  if (!hasEnded(receipt)) return 0
  const decided = receipt.surplus?.decided ?? 0
  return apart(receipt)
    .surplus.slice(decided)
    .filter(({ isHome }) => !isHome).length
}

/** What a person has said of all that is listed by now; what is listed later is another question. */
export function decidedOn(receipt: Receipt, isFetched: boolean): NonNullable<Receipt['surplus']> {
  const decided = apart(receipt).surplus.length
  return { decided, fetch: isFetched ? decided : (receipt.surplus?.fetch ?? 0) }
}

/** The question, where there is one. Asked beside what still goes on: files that are owed, and refunds, need no answer. */
export function surplusDecision(receipt: Receipt): Decision | null {
  const count = surplusToAskAbout(receipt)
  if (count === 0) return null
  const asked = decisionOf('surplus', surplusWords(count), ['fetch-more', 'leave'], null)
  const left = 'They are not fetched. What you ordered comes home all the same, and the receipt stays.'
  return {
    ...asked,
    choices: asked.choices.map((choice) => (choice.id === 'leave' ? { ...choice, explains: left } : choice)),
  }
}

const surplusWords = (count: number): string => {
  const [files, them] = count === 1 ? ['one file more', 'it'] : [`${count} files more`, 'them']
  return `The service lists ${files} than you ordered. What you ordered comes home by itself; the rest is left where it is until you say so, since nobody knows how much it is. Fetching ${them} orders nothing and costs nothing. Addresses may not live long.`
}
