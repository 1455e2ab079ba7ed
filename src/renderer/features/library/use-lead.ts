import { useEffect, useState } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import { call } from '../../bridge/bridge.ts'
import { isGroup } from '../../stores/action-target.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'

/** What was found of a picture by its name, outside of the list; null: it is nowhere. */
interface Stray {
  id: string
  item: LibraryItem | null
}

interface Lead {
  asset: LibraryItem | null
  place: number | null
  /** Which one it is is known, and what it is is on its way. */
  isReading: boolean
}

/**
 * The picture that the keyboard, the inspector and the viewer are at: by its place where it was reached in the grid, by
 * its name where another screen asked for it. Each is found from the other.
 */
export function useLead(): Lead {
  const assetId = useView((view) => view.assetId)
  const viewing = useView((view) => view.viewing)
  const name = useView((view) => view.nameAsset)
  const lead = useLibrary((library) => library.lead)
  const list = useLibrary((library) => library.list)
  const item = useLibrary((library) => (library.lead === null ? undefined : library.itemAt(library.lead)))
  const group = useLibrary(isGroup)
  const isSought = assetId !== null && item?.id !== assetId && (viewing || !group)
  // What is said about a picture that the list does not hold changes with the library, and so does whether it holds it.
  const revision = useLibrary((library) => (isSought ? library.revision : 0))
  const [stray, setStray] = useState<Stray | null>(null)
  const { placeOf, choose, chooseNone, need } = useLibrary.getState()

  // Reached by its place: its name is known as soon as it is read.
  useEffect(() => {
    if (lead === null) return
    if (item === undefined) need(lead, lead + 1)
    else if (assetId === null) name(item.id)
  }, [lead, item, assetId, name, need])

  // Asked for by its name: its place is looked up, in a list that may have been opened since.
  useEffect(() => {
    if (assetId === null || list === null || !isSought || revision < 0) return
    const known = placeOf(assetId)
    if (known !== undefined) {
      choose([[known, known + 1]], known, known)
      return
    }
    let current = true
    const find = async (): Promise<void> => {
      const found = await call('library.place', { list, id: assetId })
      if (!current) return
      if (!found.ok) {
        setStray({ id: assetId, item: null })
        return
      }
      if (found.value.place !== null) {
        choose([[found.value.place, found.value.place + 1]], found.value.place, found.value.place)
        return
      }
      const got = await call('library.get', { id: assetId })
      if (current) setStray({ id: assetId, item: got.ok ? got.value : null })
    }
    void find()
    return () => {
      current = false
    }
  }, [assetId, list, isSought, revision, placeOf, choose])

  const atLead = item !== undefined && (assetId === null || item.id === assetId)
  const outside = !atLead && stray !== null && stray.id === assetId ? stray : null
  const shown = outside?.item ?? null

  // The grid must not tell of another picture as the chosen one; what is chosen behind the viewer is there after it.
  const isBeside = shown !== null && !viewing
  useEffect(() => {
    if (isBeside) chooseNone()
  }, [isBeside, chooseNone])

  if (atLead) return { asset: item, place: lead, isReading: false }
  if (outside !== null) return { asset: shown, place: null, isReading: false }
  if (assetId !== null) return { asset: null, place: null, isReading: isSought }
  return { asset: null, place: lead, isReading: lead !== null }
}
