import { useEffect, useMemo } from 'react'
import type { QuoteView, RequestView } from '../../../contract/views.ts'
import { isEndState } from '../../../domain/request/states.ts'
import type { Price } from '../../components/spend-button.tsx'
import { dayKey, plural } from '../../lib/format.ts'
import { useApprove } from '../../lib/use-approve.ts'
import { useQuote } from '../../lib/use-quote.ts'
import { useMode } from '../../stores/app-store.ts'
import { cutout, useCutout } from '../../stores/cutout-store.ts'
import { useNotices } from '../../stores/notices-store.ts'
import { useRequests } from '../../stores/requests-store.ts'

export interface CutoutOrder {
  toSend: number
  quote: QuoteView | null
  pending: boolean
  trouble: string | null
  price: Price
  act: string
  blocked: string | null
  send: () => void
  /** Files the engine leaves out of the price and of the order, each with its reason. */
  leftOut: ReadonlyMap<string, string>
  /** What the price list says one cutout takes; only to fill a row that waits. */
  each: number | null
}

/** Today's cutouts and all unfinished ones, less what the user cleared away. */
export function useCutoutRequests(): RequestView[] {
  const all = useRequests((mirror) => mirror.all)
  const clearedAt = useCutout((state) => state.clearedAt)
  return useMemo(() => {
    const today = dayKey(Date.now())
    return all.filter((request) => {
      if (request.skill !== cutout) return false
      if (!isEndState(request.state)) return true
      return dayKey(request.createdAt) === today && (clearedAt === null || request.updatedAt > clearedAt)
    })
  }, [all, clearedAt])
}

export function useCutoutOrder(): CutoutOrder {
  const files = useCutout((state) => state.files)
  const looking = useCutout((state) => state.looking)
  const remove = useCutout((state) => state.remove)
  const skills = useCutout((state) => state.skills)
  const loadSkills = useCutout((state) => state.loadSkills)
  const mode = useMode()
  const usable = useMemo(() => files.filter((file) => file.problem === null).map((file) => file.path), [files])
  const chosen = mode !== null && mode !== 'first-run'
  const { quote, pending, trouble, again } = useQuote(
    chosen && usable.length > 0 ? { name: 'quote.skill', input: { skill: cutout, files: usable } } : null,
  )
  const { approving, approve } = useApprove()
  const noList = skills === null
  useEffect(() => {
    if (noList && chosen) void loadSkills(false)
  }, [noList, chosen, loadSkills])

  const leftOut = useMemo(() => new Map(quote?.leftOut.map((each) => [each.path, each.message])), [quote])
  const sendable = quote && !pending ? quote.requests : usable.length
  const some = usable.length > 0
  let blocked: string | null = null
  if (!some) blocked = files.length > 0 ? 'None of these files can be used.' : 'Drop or choose pictures first.'
  else if (!chosen) blocked = 'Choose how to pay first, or practise for nothing.'
  else if (looking > 0) blocked = `Looking at ${plural(looking, 'file')}.`
  else if (trouble !== null) blocked = trouble
  else if (pending || !quote) blocked = 'Working out the price.'
  else if (quote.problems.length > 0) blocked = quote.problems[0]?.message ?? null
  else if (quote.requests === 0) blocked = 'None of these files can be used.'
  else if (quote.price === 'unavailable')
    blocked = 'The service shows no price for this now. A missing price is never free.'

  let price: Price = { is: 'none' }
  if (some && quote) {
    price =
      quote.price === 'known'
        ? quote.credits === null
          ? { is: 'unknown' }
          : { is: 'known', credits: quote.credits }
        : { is: quote.price }
  }

  const send = async (): Promise<void> => {
    if (!quote) return
    const made = await approve(quote)
    again()
    if (made === null) return
    remove(new Set(usable.filter((path) => !leftOut.has(path))))
    useNotices.getState().announce(`${plural(made, 'cutout')} written down and queued.`)
  }

  return {
    toSend: sendable,
    leftOut,
    quote: some ? quote : null,
    pending,
    trouble,
    price,
    act: approving ? 'Writing the receipts' : some ? `Send ${plural(sendable, 'cutout')}` : 'Send cutouts',
    blocked: approving ? 'The receipts are written before anything is sent.' : blocked,
    send: () => void send(),
    each: skills?.skills.find((skill) => skill.id === cutout)?.credits ?? null,
  }
}
