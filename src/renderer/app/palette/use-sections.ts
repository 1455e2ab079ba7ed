import { useEffect, useState } from 'react'
import type { AssetView } from '../../../contract/views.ts'
import { isEndState } from '../../../domain/request/states.ts'
import { call } from '../../bridge/bridge.ts'
import { t } from '../../format/messages.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { apartByUse, type Matched, ranked } from '../../lists/palette-order.ts'
import { useMode } from '../../stores/app-store.ts'
import { actsNow } from '../../stores/context-acts.ts'
import { useRequests } from '../../stores/requests-store.ts'
import {
  actEntries,
  commandEntries,
  groupWords,
  type PaletteEntry,
  pictureEntry,
  receiptEntry,
  searchEntry,
} from './entries.ts'

export interface PaletteSection {
  id: string
  title: string
  entries: Matched<PaletteEntry>[]
}

/** One letter would find half of a large library. */
const leastLetters = 2

/** Pictures of the library by their words, the newest without any. */
function usePictures(typed: string): readonly AssetView[] {
  const [pictures, setPictures] = useState<readonly AssetView[]>([])
  const settled = useDebounced(typed.trim(), 90)
  const first = useMode() === 'first-run'
  useEffect(() => {
    if (first || settled.length === 1) return
    let current = true
    void call('library.find', { search: settled.slice(0, 400), limit: settled === '' ? 4 : 6 }).then((answer) => {
      if (current) setPictures(answer.ok ? answer.value : [])
    })
    return () => {
      current = false
    }
  }, [settled, first])
  return typed.trim().length > 0 && typed.trim().length < leastLetters ? [] : pictures
}

const unmarked = (entry: PaletteEntry): Matched<PaletteEntry> => ({ ...entry, ranges: [] })

/** What the palette shows for what was typed. Empty sections are left out. */
export function useSections(typed: string, recent: readonly string[]): PaletteSection[] {
  // Before the palette takes the keyboard from it.
  const [acts] = useState(() => actEntries(actsNow()))
  const requests = useRequests((mirror) => mirror.all)
  const pictures = usePictures(typed)
  const commands = commandEntries()
  const query = typed.trim()
  if (query === '') {
    const { used, others } = apartByUse(commands, recent, 5)
    const open = requests.filter(({ state }) => !isEndState(state)).slice(0, 4)
    return withEntries([
      { id: 'acts', title: t('Selection'), entries: acts.map((entry) => unmarked({ ...entry, aside: '' })) },
      { id: 'used', title: t('Recently used'), entries: used.map(unmarked) },
      { id: 'open', title: t('Open requests'), entries: open.map(receiptEntry).map(unmarked) },
      { id: 'pictures', title: t('Latest results'), entries: pictures.map(pictureEntry).map(unmarked) },
      ...(['go', 'make', 'queue', 'app', 'settings'] as const).map((group) => ({
        id: group,
        title: groupWords(group),
        // The section says already what kind they are; only a Skill is of another.
        entries: others
          .filter((entry) => entry.group === group)
          .map((entry) => unmarked(entry.aside === groupWords(group) ? { ...entry, aside: '' } : entry)),
      })),
    ])
  }
  return withEntries([
    { id: 'acts', title: t('Selection'), entries: ranked(acts, query, recent).slice(0, 9) },
    { id: 'commands', title: t('Commands'), entries: ranked(commands, query, recent).slice(0, 9) },
    {
      id: 'pictures',
      title: t('Pictures'),
      // The library finds beginnings of words; where it marks nothing here, the words stand in a name or a tag.
      entries: pictures.map(pictureEntry).map((entry) => ranked([entry], query, [])[0] ?? unmarked(entry)),
    },
    {
      id: 'receipts',
      title: t('Receipts'),
      entries: ranked(requests.slice(0, 2000).map(receiptEntry), query, []).slice(0, 5),
    },
    { id: 'search', title: t('Library'), entries: query.length < leastLetters ? [] : [unmarked(searchEntry(query))] },
  ])
}

const withEntries = (sections: PaletteSection[]): PaletteSection[] =>
  sections.filter(({ entries }) => entries.length > 0)
