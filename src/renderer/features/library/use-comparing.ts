import { useState } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import { useReceipt } from '../../hooks/use-receipt.ts'
import { type Other, othersOf, type Way } from './compared.ts'

export interface Comparing {
  others: Other[]
  other: Other | null
  way: Way
  setWay: (way: Way) => void
  setOther: (id: string) => void
}

/** What the open picture is laid beside, and how: the user's choice holds for the next picture that has the like. */
export function useComparing(asset: LibraryItem | null): Comparing {
  const { receipt } = useReceipt(asset?.requestId ?? null)
  const [wanted, setOther] = useState<string | null>(null)
  const [way, setWay] = useState<Way>('off')
  const others = asset?.mediaType === 'image' ? othersOf(asset, receipt) : []
  const other = others.find(({ id }) => id === wanted) ?? others[0] ?? null
  return { others, other, way: other === null ? 'off' : way, setWay, setOther }
}
