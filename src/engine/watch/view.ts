import type { WatchView } from '../../contract/watch.ts'
import { dayStart } from '../../domain/day.ts'
import { creditsInWords } from '../../domain/request/money-words.ts'
import { filesLeft } from '../../domain/watch/allowance.ts'
import type { WatchSetting } from '../../domain/watch/setting.ts'
import { sanitizeText } from '../platform/text.ts'
import { practiceOrigin } from '../remote/address.ts'
import { iso } from '../views/request-view.ts'
import type { ConsiderDeps } from './consider.ts'
import type { FolderWatch } from './folder-watch.ts'

const mostFiles = 20
const mostOrders = 8

/** A watch folder for the window. @param watched null or undefined where it rests */
export function watchViewOf(
  setting: WatchSetting,
  watched: FolderWatch | undefined,
  { engine, now }: ConsiderDeps,
): WatchView {
  const { watches } = engine.store
  const files = watched?.files() ?? []
  const today = watches.orderedSince(setting.id, dayStart(now()))
  return {
    id: setting.id,
    folder: setting.folder,
    skill: setting.skill,
    settings: [
      ...setting.pictures.map(({ field, source }) => ({ name: field, value: sanitizeText(source) })),
      ...Object.entries(setting.values).map(([name, value]) => ({
        name,
        value: sanitizeText(typeof value === 'string' ? value : JSON.stringify(value)),
      })),
    ],
    alsoTo: setting.alsoTo,
    each: setting.each,
    cap: setting.cap,
    ...stateOf(setting, watched, today.credits, engine.origin, watches.isSetUp(setting.id)),
    priceNow: watched?.priceNow ?? null,
    today: { count: today.count, credits: today.credits },
    files: files.slice(0, mostFiles).map((file) => ({ ...file, name: sanitizeText(file.name) })),
    waiting: files.filter(({ state }) => state === 'waits').length,
    ordered: watches.newest(setting.id, mostOrders).flatMap((id) => {
      const receipt = engine.store.receipts.get(id)
      if (!receipt) return []
      const { title, now: message } = engine.viewOf(receipt)
      return [{ requestId: id, title, at: iso(receipt.approvedAtMs), words: message }]
    }),
  }
}

function stateOf(
  setting: WatchSetting,
  watched: FolderWatch | undefined,
  ordered: number | null,
  origin: string,
  isSetUp: boolean,
): Pick<WatchView, 'state' | 'words'> {
  if (setting.origin !== origin) {
    const where = setting.origin === practiceOrigin ? 'practice' : 'the service that was set then'
    return { state: 'elsewhere', words: `It was set up for ${where}, so it rests. Nothing is ordered here.` }
  }
  if (!isSetUp)
    return {
      state: 'trouble',
      words:
        'The database was made anew, so what lay in this folder from the start is not known. Nothing is ordered. Remove it and set it up anew.',
    }
  if (!setting.isOn) return { state: 'paused', words: 'Paused. Nothing is ordered until you switch it on.' }
  if (!watched) return { state: 'paused', words: 'Not watched in this program.' }
  if (watched.trouble !== null) return { state: 'trouble', words: watched.trouble }
  if (watched.held !== null) return { state: 'held', words: watched.held }
  const others = watched.hasOthers
    ? ' Another Printroom works in this folder too: a picture is ordered by the first that comes to it.'
    : ''
  const left = filesLeft(setting, ordered)
  const room = left === null ? '' : ` ${left} more ${left === 1 ? 'fits' : 'fit'} under today’s limit.`
  return {
    state: 'on',
    words: `Each new picture is ordered by itself, at ${creditsInWords(setting.each)} at most.${room}${others}`,
  }
}
