import { orderWords } from '../../../support/button-words.ts'
import type { Chance } from '../random.ts'

/**
 * What a page writes on a button in place of what it stands for: another price, none, two, a figure in signs of direction,
 * words of something else before it.
 * @param right what the window would have written there @param credits infinite where no price is known
 */
export function wrongWords(chance: Chance, right: string, credits: number): string {
  const sum = credits.toLocaleString('en-GB')
  const lower = (credits > 1 ? 1 : credits + 0.5).toLocaleString('en-GB')
  const act = right.replace(/ \S+ \S+$/, '')
  const sign = String.fromCodePoint(
    chance.oneOf([0x61c, 0x200b, 0x200f, 0x202a, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]),
  )
  const at = chance.below(right.length)
  return chance.oneOf([
    '',
    'Close',
    act,
    `${act} ${lower} cr`,
    `${act} ${sum}0 cr`,
    `${act} ${sum} %`,
    `${act} \u2067${sum} \u2066${lower}\u2069 cr\u2069`,
    `${act} \u2066${lower} \u2067${sum}\u2069 cr\u2069`,
    `${act} \u202e${[...sum].reverse().join('')}\u202c cr`,
    right.slice(0, at) + sign + right.slice(at),
    `Cancel, and keep my ${sum} cr`,
    `Close ${sum} cr`,
    `${sum} cr`,
    `${lower} cr ${right}`,
    `${right} ${lower} cr`,
    `${act} ${lower} cr ${sum} cr`,
    `${act} 0.${sum} cr`,
    `${right}.`,
    orderWords(1000, credits),
    'Accept and send all 1,000 6 cr',
  ])
}
