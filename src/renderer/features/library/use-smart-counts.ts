import { useEffect, useState } from 'react'
import type { LibraryFacets } from '../../../contract/library.ts'
import { call } from '../../bridge/bridge.ts'

/** A sidebar need not know more than that there are many. */
export const mostCounted = 1000

/** How many each kept search finds, up to a thousand: asked for one by one, behind whatever the library is doing. */
export function useSmartCounts(facets: LibraryFacets | null): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    let isOver = false
    const count = async (): Promise<void> => {
      for (const { id, filter } of facets?.smart ?? []) {
        const answer = await call('library.count', { filter, most: mostCounted })
        if (isOver) return
        if (answer.ok) setCounts((known) => new Map(known).set(id, answer.value.count))
      }
    }
    void count()
    return () => {
      isOver = true
    }
  }, [facets])
  return counts
}
