import { useState } from 'react'
import type { QuoteView } from '../../contract/quotes.ts'
import { t } from '../format/messages.ts'
import { asksCeiling, ceilingOf, type TypedCeiling } from '../forms/ceiling.ts'
import type { Price } from './spend-button.tsx'

export interface Ceiling extends TypedCeiling {
  /** The price cannot be read, and the service holds the order to a sum: the field stands beside the button. */
  isAsked: boolean
  requests: number
  text: string
  setText: (text: string) => void
  /** Why nothing can be ordered without it; null where it can. */
  blocked: string | null
}

type Due = Pick<QuoteView, 'requests' | 'price' | 'credits'>

/** The most that a person pays for what is due, typed where its price cannot be read (M12). */
export function useCeiling(quote: QuoteView | null, due: Due | null): Ceiling {
  const [text, setText] = useState('')
  const isAsked = quote !== null && due !== null && asksCeiling(quote, due)
  const requests = due?.requests ?? 0
  const typed: TypedCeiling = isAsked ? ceilingOf(text, requests) : { credits: null, problem: null }
  const blocked = isAsked && typed.credits === null ? (typed.problem ?? missing()) : null
  return { ...typed, isAsked, requests, text, setText, blocked }
}

const missing = (): string => t('The price cannot be read. Enter the most you will pay.')

/** On the button in place of a price that cannot be read: the most that was named. */
export const cappedPrice = (price: Price, { credits }: Pick<Ceiling, 'credits'>): Price =>
  price.is === 'unknown' && credits !== null ? { is: 'at-most', credits } : price
