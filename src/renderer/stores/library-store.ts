import { create } from 'zustand'
import type { LibraryFacets, LibraryFilter, LibraryItem, LibrarySelection } from '../../contract/library.ts'
import { call } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'
import { ItemCache } from '../grid/item-cache.ts'
import type { RatioCodes } from '../grid/justify.ts'
import { none, type Ranges, rangesAfter, shiftedPlace } from '../grid/ranges.ts'
import { appended, changed, changeOf, noRatios } from '../grid/ratio-codes.ts'
import { type ActionTarget, actionTarget, isGroup } from './action-target.ts'
import { keepStartupSnapshot } from './startup-snapshot.ts'
import { useView } from './view-store.ts'

/** Pictures that are asked for at once; a grid shows some dozens. */
const pageSize = 100
/** Two thousand descriptions are about two megabytes. */
const keptItems = 2000

interface LibraryMirror {
  filter: LibraryFilter
  /** The engine's name of what is on the grid; null before the first answer. */
  list: string | null
  /** Which state of that list the places here are of, as the engine counts them. */
  listRevision: number
  ratioCodes: RatioCodes
  /** How many pictures there are, as far as is known. */
  total: number
  /** Whether the strip reaches the list's end. */
  isWhole: boolean
  /** Grows with every change of what is at hand. */
  revision: number
  trouble: string | null
  /** What there is to filter by; null before it was read. */
  facets: LibraryFacets | null
  /** Chosen pictures, by their places. */
  chosen: Ranges
  /** Whether all of the list was chosen at once: also what of it is not read yet. */
  isAllChosen: boolean
  /** Where a stretch of choices begins: the picture that was chosen last by itself. */
  anchor: number | null
  /** The picture that has the keyboard and that the inspector shows; null for none. */
  lead: number | null
  /** Acts that can be taken back, newest last. */
  undos: readonly { id: string; undone: string; before: Chosen | null }[]

  itemAt: (place: number) => LibraryItem | undefined
  placeOf: (id: string) => number | undefined
  /** Replaces parts of the filter; undefined takes one out. */
  setFilter: (part: { [K in keyof LibraryFilter]: LibraryFilter[K] | undefined }) => void
  clearFilter: () => void
  /** Just this one, whatever was asked before. */
  showFilter: (filter: LibraryFilter) => void
  reload: () => void
  /** Makes sure that pictures of these places are at hand, or on their way. */
  need: (from: number, end: number) => void
  /** `focus`: the keyboard goes there too. */
  choose: (chosen: Ranges, lead: number | null, anchor: number | null, focus?: boolean) => void
  /** All of the list, to its end. */
  chooseAll: () => void
  /** What is shown now is in no list: the one picture that is chosen here is not it. Where the keyboard is it stays. */
  chooseNone: () => void
  /** The app says that something came or went. */
  take: () => void
  /** After something was made that pictures can be put into. */
  readFacets: () => Promise<void>
  /** Takes in what came, went and changed. */
  sync: () => Promise<void>
  /**
   * Sends what is to be done with what is shown or chosen (`actionTarget`) at a moment when the places here are those that the
   * engine knows. Where what was chosen is not known any more at that moment, that is said, and nothing is sent.
   * @returns null where there is none
   */
  act: <T>(send: (of: LibrarySelection, target: ActionTarget) => Promise<T | null>) => Promise<T | null>
  /** @param undone what is said once it is undone, where that is more than that it was; without the full stop */
  remember: (undo: string | null, message: string, undone?: string, before?: Chosen | null) => void
  undo: (id?: string) => Promise<string | null>
}

const items = new ItemCache<LibraryItem>(keptItems)
/** Pages on their way, and those that were read since the last change. */
const asked = new Set<number>()
const fresh = new Set<number>()
/** Answers of an older list are dropped. */
let round = 0
let syncing: Promise<void> | null = null
/** Settled when the list of now was read to its end, or cannot be. */
let reading: Promise<void> = Promise.resolve()
/** What was needed while a change was being taken in: asked for after it. */
let needed: { from: number; end: number } | null = null

/** What is on the screen comes before what is below it; a window that is never idle goes on all the same. */
const untilIdle = (): Promise<unknown> => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 120 }))

/** The engine does one thing at a time: pictures that somebody looks at would wait behind what nobody sees yet. */
async function untilShown(mostMs = 500): Promise<void> {
  const endMs = performance.now() + mostMs
  while (performance.now() < endMs && [...document.images].some(({ complete }) => !complete))
    await new Promise(requestAnimationFrame)
}

/** What was chosen of a list of so many, to be chosen again once it is back. */
export interface Chosen {
  chosen: Ranges
  lead: number | null
  anchor: number | null
  count: number
}

export const chosenNow = (): Chosen => {
  const { chosen, lead, anchor, ratioCodes } = useLibrary.getState()
  return { chosen, lead, anchor, count: ratioCodes.count }
}

const noChoice = { chosen: none, isAllChosen: false, anchor: null, lead: null }

const all = (ratioCodes: RatioCodes): Ranges => (ratioCodes.count === 0 ? none : [[0, ratioCodes.count]])

const cleaned = (filter: object): LibraryFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))

/** A single picture goes by its name: it may stand in no list, and the list may change before it is sent. */
function selection(aim: ActionTarget | null, { list, listRevision }: LibraryMirror): LibrarySelection | null {
  if (aim === null) return null
  if (!aim.many && aim.id !== null) return { ids: [aim.id] }
  if (list === null) return null
  const ranges = aim.many ? aim.ranges : ([[aim.place, aim.place + 1]] as const)
  return { list, revision: listRevision, ranges: ranges.map(([from, end]) => [from, end]) }
}

/** What an act is about that was meant for `before`, now that a change has been taken in; null where that is not known. */
function aimAfter(before: ActionTarget | null, now: ActionTarget | null): ActionTarget | null {
  if (before === null) return null
  if (before.many || before.id === null) return now?.many === before.many ? now : null
  return now !== null && !now.many && now.id === before.id ? now : { ...before, place: null }
}

export const useLibrary = create<LibraryMirror>((set, get) => {
  async function readFacets(): Promise<void> {
    const answer = await call('library.facets', undefined)
    if (answer.ok) set({ facets: answer.value })
  }

  /** Reads the rest of the list's form, stretch by stretch, while the window goes on. */
  async function readOn(mine: number, list: string): Promise<void> {
    await untilIdle()
    await untilShown()
    for (;;) {
      await untilIdle()
      if (mine !== round) return
      const answer = await call('library.shape', { list })
      if (mine !== round) return
      if (!answer.ok) {
        set({ trouble: answer.message })
        return
      }
      const { ratios, days, next, total } = answer.value
      set((now) => {
        const ratioCodes = appended(now.ratioCodes, ratios, days)
        return {
          ratioCodes,
          chosen: now.isAllChosen ? all(ratioCodes) : now.chosen,
          isWhole: next === null,
          total: next === null ? ratioCodes.count : Math.max(total ?? now.total, ratioCodes.count),
        }
      })
      if (next === null) return
    }
  }

  /** Is done with the first pictures; the rest of the list is read on its own. */
  async function open(): Promise<void> {
    round += 1
    const mine = round
    const answer = await call('library.open', { filter: cleaned(get().filter), limit: pageSize })
    if (mine !== round) return
    if (!answer.ok) {
      set({ trouble: answer.message })
      return
    }
    const { list, ratios, days, next, total } = answer.value
    items.clear()
    asked.clear()
    fresh.clear()
    items.put(0, answer.value.items)
    fresh.add(0)
    set((now) => ({
      list,
      listRevision: 0,
      ratioCodes: appended(noRatios, ratios, days),
      isWhole: next === null,
      total: total ?? ratios.length,
      revision: now.revision + 1,
      trouble: null,
      ...noChoice,
    }))
    reading = next === null ? Promise.resolve() : readOn(mine, list)
    void reading.then(readFacets)
  }

  async function readPage(list: string, page: number): Promise<void> {
    const mine = round
    asked.add(page)
    const answer = await call('library.slice', { list, from: page * pageSize, count: pageSize })
    if (mine !== round) return
    asked.delete(page)
    // A page that a change has overtaken meanwhile is asked for again.
    if (syncing !== null) return
    if (!answer.ok) {
      // The engine keeps a few lists only; this one had to go.
      await open()
      return
    }
    items.put(page * pageSize, answer.value)
    fresh.add(page)
    set((now) => ({ revision: now.revision + 1 }))
  }

  async function bringUpToDate(): Promise<void> {
    const { list } = get()
    if (list === null) return
    const mine = round
    const answer = await call('library.sync', { list })
    if (mine !== round) return
    if (!answer.ok || answer.value === null) {
      await open()
      return
    }
    const { removed, inserted, revision } = answer.value
    // Nobody knows yet which of them were seen: the next start shows none.
    if (removed.length > 0) void keepStartupSnapshot(useView.getState().rowHeight, null)
    const change = changeOf(removed, inserted)
    items.move(change)
    asked.clear()
    // What was said about a picture may have changed where it stands: all pages are read again when they are seen.
    fresh.clear()
    const moves = removed.length + inserted.length > 0
    set((now) => ({
      listRevision: revision,
      ratioCodes: moves ? changed(now.ratioCodes, removed, inserted) : now.ratioCodes,
      total: now.total - removed.length + inserted.length,
      revision: now.revision + 1,
      chosen: rangesAfter(now.chosen, change),
      anchor: now.anchor === null ? null : shiftedPlace(now.anchor, change),
      lead: now.lead === null ? null : shiftedPlace(now.lead, change),
    }))
    const { lead, need } = get()
    if (lead !== null) setTimeout(() => need(lead, lead + 1))
    void readFacets()
  }

  return {
    filter: {},
    list: null,
    listRevision: 0,
    ratioCodes: noRatios,
    total: 0,
    isWhole: false,
    revision: 0,
    trouble: null,
    facets: null,
    ...noChoice,
    undos: [],

    itemAt: (place) => items.at(place),
    placeOf: (id) => items.placeOf(id),

    setFilter: (part) => {
      const filter = cleaned({ ...get().filter, ...part })
      if (JSON.stringify(filter) === JSON.stringify(get().filter)) return
      set({ filter, ...noChoice })
      useView.getState().chooseAsset(null)
      void open()
    },

    clearFilter: () => get().showFilter({}),

    showFilter: (filter) => {
      set({ filter: cleaned(filter), ...noChoice })
      useView.getState().chooseAsset(null)
      void open()
    },

    reload: () => void open(),

    need: (from, end) => {
      const { list, ratioCodes } = get()
      if (list === null) return
      if (syncing !== null) {
        needed = { from, end }
        return
      }
      const first = Math.max(0, Math.floor(from / pageSize))
      const last = Math.floor((Math.min(end, ratioCodes.count) - 1) / pageSize)
      for (let page = first; page <= last; page += 1) {
        const start = Math.max(from, page * pageSize)
        const isThere =
          items.at(start) !== undefined && items.at(Math.min(end, (page + 1) * pageSize) - 1) !== undefined
        if (asked.has(page) || (isThere && fresh.has(page))) continue
        void readPage(list, page)
      }
    },

    choose: (chosen, lead, anchor, focus = false) => {
      set({ chosen, isAllChosen: false, lead, anchor })
      useView.getState().chooseAsset(lead === null ? null : (items.at(lead)?.id ?? null), focus)
    },

    chooseAll: () => {
      const { choose, ratioCodes, lead, anchor } = get()
      choose(all(ratioCodes), lead ?? 0, anchor ?? 0, true)
      set({ isAllChosen: true })
    },

    chooseNone: () => {
      if (!isGroup(get())) set({ chosen: none, isAllChosen: false, anchor: null })
    },

    take: () => void get().sync(),

    readFacets,

    sync: async () => {
      // One that is under way may have looked too early.
      await syncing
      if (syncing === null) {
        syncing = bringUpToDate().finally(() => {
          syncing = null
          if (needed !== null) get().need(needed.from, needed.end)
          needed = null
        })
      }
      await syncing
    },

    act: async (send) => {
      const before = actionTarget(get())
      let aim = before
      const isUnread = (): boolean => get().isAllChosen && !get().isWhole && aim?.many === true
      if (isUnread()) {
        await reading
        aim = aimAfter(before, actionTarget(get()))
      }
      while (syncing !== null) {
        await syncing
        aim = aimAfter(before, actionTarget(get()))
      }
      // Sent at once: a change that is asked for after this is answered after it.
      const of = isUnread() ? null : selection(aim, get())
      if (aim !== null && of !== null) return send(of, aim)
      if (before !== null)
        useNotices.getState().say({
          tone: 'attention',
          message: t('The library has changed. Select the pictures again. Nothing was changed.'),
        })
      return null
    },

    remember: (undo, message, undone = t('Undone: {message}', { message }), before = null) => {
      if (undo !== null) set((now) => ({ undos: [...now.undos, { id: undo, undone, before }].slice(-50) }))
    },

    undo: async (id) => {
      const { undos } = get()
      const act = id === undefined ? undos.at(-1) : undos.find((one) => one.id === id)
      if (!act) return null
      set({ undos: undos.filter((one) => one.id !== act.id) })
      const answer = await call('library.undo', { undo: act.id })
      if (!answer.ok) return answer.message
      await get().sync()
      const { ratioCodes, choose } = get()
      // Where nothing else came or went, what is back stands where it stood.
      if (answer.value.count !== null && act.before?.count === ratioCodes.count)
        choose(act.before.chosen, act.before.lead, act.before.anchor, true)
      return answer.value.count === null ? t('That can no longer be undone.') : `${act.undone}.`
    },
  }
})
