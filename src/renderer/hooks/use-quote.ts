import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { CallInput } from '../../contract/ipc.ts'
import type { QuoteView } from '../../contract/quotes.ts'
import { call } from '../bridge/bridge.ts'

export interface QuoteState {
  quote: QuoteView | null
  /** The order changed since, or the price is being worked out: nothing may be approved on the old figure. */
  pending: boolean
  /** Why there is none: a sentence. */
  trouble: string | null
  again: () => void
}

type Wanted =
  | { name: 'quote.generation'; input: CallInput<'quote.generation'> }
  | { name: 'quote.skill'; input: CallInput<'quote.skill'> }

const fetchQuote = (wanted: Wanted) =>
  wanted.name === 'quote.generation' ? call(wanted.name, wanted.input) : call(wanted.name, wanted.input)

interface Held {
  key: string
  quote: QuoteView | null
  trouble: string | null
}

/**
 * Asks for a quote a moment after the order last changed. A quote is shown as current only while
 * the order is letter for letter the one it was made for.
 */
export function useQuote(wanted: Wanted | null): QuoteState {
  const [round, setRound] = useState(0)
  const [held, setHeld] = useState<Held | null>(null)
  // The first price is asked for at once, the later ones when the form has stood still.
  const first = useRef(true)
  const key = wanted === null ? null : `${round} ${JSON.stringify(wanted)}`

  // Before the rows of a drop are painted: the engine works the price out meanwhile.
  useLayoutEffect(() => {
    if (key === null) return
    let current = true
    const ask = async (): Promise<void> => {
      const answer = await fetchQuote(JSON.parse(key.slice(key.indexOf(' ') + 1)))
      if (!current) return
      setHeld(answer.ok ? { key, quote: answer.value, trouble: null } : { key, quote: null, trouble: answer.message })
    }
    if (first.current) void ask()
    const timer = first.current ? undefined : setTimeout(ask, 250)
    first.current = false
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [key])

  const again = useCallback(() => setRound((old) => old + 1), [])
  if (key === null) return { quote: null, pending: false, trouble: null, again }
  return { quote: held?.quote ?? null, pending: held?.key !== key, trouble: held?.trouble ?? null, again }
}
