import type { WatchView } from '../../../contract/watch.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'

/** The last part of a folder's path. */
export const folderName = (path: string): string =>
  path
    .replace(/[\\/]+$/, '')
    .split(/[\\/]/)
    .at(-1) || path

/** "6 of 20 credits today, 3 pictures". */
export function todayWords({ today, cap }: Pick<WatchView, 'today' | 'cap'>): string {
  const of = figure(cap)
  return today.credits === null
    ? t('unknown of {of} credits today, {count, plural, one {# picture} other {# pictures}}', {
        of,
        count: today.count,
      })
    : t('{credits} of {of} credits today, {count, plural, one {# picture} other {# pictures}}', {
        credits: figure(today.credits),
        of,
        count: today.count,
      })
}

/** What is proposed as a day's cap: ten pictures. */
export const proposedCap = (each: number): number => Math.round(each * 10 * 1e6) / 1e6

/** How many pictures a day's cap is enough for. */
export const picturesFor = (cap: number, each: number): number | null =>
  each === 0 ? null : Math.floor(Math.round((cap / each) * 1e6) / 1e6)
