import { useEffect, useState } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import { call } from '../../bridge/bridge.ts'
import { apart } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import type { Comparable } from '../../stores/view-store.ts'
import type { PictureSize } from './geometry.ts'

/** A picture as it lies beside the others. */
export interface Candidate {
  key: string
  /** On its plate. */
  label: string
  thumbnail: string
  full: string
  /** Null until it was loaded, where nothing else says it. */
  size: PictureSize | null
  hasAlpha: boolean
  /** Of a film one frame is compared. */
  isFilm: boolean
  isMissing: boolean
  /** Null for what is in no library, and cannot carry stars or flags. */
  item: LibraryItem | null
}

const ofItem = (item: LibraryItem, label: string | null): Candidate => ({
  key: item.id,
  label: label ?? apart(item.name),
  thumbnail: item.thumbnail,
  full: item.full,
  size: item.width && item.height ? { width: item.width, height: item.height } : null,
  hasAlpha: item.hasAlpha,
  isFilm: item.mediaType === 'video',
  isMissing: !item.present,
  item,
})

const ofSource = ({ src, thumbnail, label }: Extract<Comparable, { kind: 'source' }>): Candidate => ({
  key: src,
  label,
  thumbnail,
  full: src,
  size: null,
  hasAlpha: false,
  isFilm: false,
  isMissing: false,
  item: null,
})

/** What is compared, read again when anything in the library changes. Null until it was read; what is gone is left out. */
export function useCandidates(compared: readonly Comparable[]): readonly Candidate[] | null {
  const revision = useLibrary((library) => library.revision)
  const [items, setItems] = useState<ReadonlyMap<string, LibraryItem> | null>(null)
  useEffect(() => {
    if (revision < 0) return
    let current = true
    const ids = compared.flatMap((each) => (each.kind === 'asset' ? [each.id] : []))
    void call('library.items', { of: { ids } }).then((answer) => {
      if (current && answer.ok) setItems(new Map(answer.value.map((item) => [item.id, item])))
    })
    return () => {
      current = false
    }
  }, [compared, revision])
  if (items === null) return null
  return compared.flatMap((each) => {
    if (each.kind === 'source') return [ofSource(each)]
    const item = items.get(each.id)
    return item === undefined ? [] : [ofItem(item, each.label)]
  })
}
