import type { CallInput } from '../../contract/ipc.ts'
import type { WatchView } from '../../contract/watch.ts'
import { named, namedList } from './named.ts'
import type { Question } from './question.ts'

type Setting = Pick<CallInput<'watch.setUp'>, 'folder' | 'skill' | 'each' | 'cap' | 'alsoTo'>

const linesOf = ({ skill, each, cap, alsoTo }: Setting, ...along: (string | null)[]): string =>
  [
    `${named(skill)}, at ${each} credits for each picture and ${cap} credits a day at most, without asking again.`,
    ...along.filter((line) => line !== null),
    ...(alsoTo === null ? [] : [`Each result is also saved ${placeOf(alsoTo.to)}.`]),
  ].join('\n')

/** No form of the service's has as many; a page can say no more (contract/watch.ts). */
const mostValues = 80

/** All that the form says to each order, so that no size, model or count of a page's own goes unsaid. */
function valuesLine(values: CallInput<'watch.setUp'>['values']): string | null {
  const said = Object.entries(values).map(([name, value]) =>
    named(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
  )
  const more = said.length - mostValues
  const all = [...said.slice(0, mostValues), ...(more > 0 ? [`${more} more`] : [])]
  return all.length === 0 ? null : `Each order says: ${all.join(', ')}.`
}

const placeOf = (to: NonNullable<Setting['alsoTo']>['to']): string =>
  to.kind === 'beside' ? 'beside the pictures there' : `in ${named(to.folder)}`

export function setUpQuestion(wish: CallInput<'watch.setUp'>): Question {
  const sources = wish.pictures.map(({ source }) => source)
  const these = sources.length === 1 ? 'this picture goes' : `these ${sources.length} pictures go`
  const along = sources.length === 0 ? null : `With each order ${these} to the service: ${namedList(sources)}.`
  return {
    message: `Order every new picture in ${named(wish.folder)} automatically?`,
    detail: linesOf(wish, valuesLine(wish.values), along),
    act: 'Watch this folder',
  }
}

/** @param watch as it was set up @param to what is allowed from now on */
export function switchOnQuestion(watch: WatchView, to: Pick<CallInput<'watch.switchOn'>, 'each' | 'cap'>): Question {
  const { settings } = watch
  const along =
    settings.length === 0 ? null : `Set up with: ${namedList(settings.map(({ name, value }) => `${name}: ${value}`))}.`
  return {
    message: `Keep ordering every new picture in ${named(watch.folder)} automatically?`,
    detail: linesOf({ ...watch, ...to }, along),
    act: 'Watch this folder',
  }
}

const resting: ReadonlySet<WatchView['state']> = new Set(['paused', 'elsewhere'])

/** A pause holds back what such folders order by themselves, also what comes into them next. Null where none is on. */
export function watchedWords(watches: readonly WatchView[]): string | null {
  const folders = watches.filter(({ state }) => !resting.has(state)).map(({ folder }) => folder)
  return folders.length === 0 ? null : `New pictures in ${namedList(folders)} are then ordered and paid automatically.`
}
