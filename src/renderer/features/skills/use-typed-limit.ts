import { useEffect, useRef, useState } from 'react'
import type { AppSnapshot, CapsView } from '../../../contract/app.ts'
import { raisesCaps } from '../../../domain/quote/cap.ts'
import { call, callMain } from '../../bridge/bridge.ts'
import { t } from '../../format/messages.ts'
import { capText, changedCaps, typedCapProblem } from '../../format/typed-caps.ts'

export interface TypedLimit {
  /** Null until they were read. */
  caps: CapsView | null
  text: string
  setText: (text: string) => void
  /** What is typed is another limit than the one that holds. */
  isOpen: boolean
  problem: string | null
  /** Makes what is typed the limit. */
  take: () => void
  /** Why nothing can be sent now: a person who typed a limit is held to it, and to no other. */
  blocked: string | null
}

/** The limit of an order, typed beside its button. It is one of the service, so other windows and orders move it too. */
export function useTypedLimit(
  mode: AppSnapshot['mode'] | null,
  quoteId: string | null,
  onTaken: () => void,
): TypedLimit {
  const [caps, setCaps] = useState<CapsView | null>(null)
  // A field that nobody wrote in follows the limit that holds.
  const [typed, setTyped] = useState<string | null>(null)
  const held = useRef(false)
  useEffect(() => {
    if (mode === null || mode === 'first-run') return
    let current = true
    void call('queue.caps', undefined).then((answer) => {
      if (current && answer.ok) setCaps(answer.value)
    })
    return () => {
      current = false
    }
  }, [mode, quoteId])
  const text = typed ?? capText(caps?.batch ?? null)
  const problem = typedCapProblem(text)
  const changed = caps === null ? {} : changedCaps(caps, { batch: text, day: capText(caps.day) })
  const isOpen = changed === undefined || Object.keys(changed).length > 0
  const take = async (): Promise<void> => {
    if (!isOpen || caps === null || changed === undefined || held.current) return
    held.current = true
    const answer = await callMain('queue.setCaps', changed)
    held.current = false
    if (answer) setCaps(answer.value)
    // A higher one that was not agreed to leaves the lower one, which the field then shows; a lower one that could not be
    // kept goes on holding the button back.
    if (answer || raisesCaps(caps, changed)) setTyped((now) => (now === typed ? null : now))
    if (answer) onTaken()
  }
  const blocked = isOpen ? (problem ?? t('The limit you typed isn’t set yet. Press Enter in its field.')) : null
  return { caps, text, setText: setTyped, isOpen, problem, take: () => void take(), blocked }
}
