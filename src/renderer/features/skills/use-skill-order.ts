import { useEffect, useMemo, useState } from 'react'
import type { SkillView } from '../../../contract/catalogue.ts'
import type { QuoteView } from '../../../contract/quotes.ts'
import type { RequestView } from '../../../contract/views.ts'
import { needsResize } from '../../../domain/form/upscale-size.ts'
import { isEndState } from '../../../domain/request/states.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import type { Price } from '../../components/spend-button.tsx'
import { type Ceiling, cappedPrice, useCeiling } from '../../components/use-ceiling.ts'
import { dayKey } from '../../format/format.ts'
import { freshMs, isOld } from '../../format/list-age.ts'
import { apart, t } from '../../format/messages.ts'
import { skillLabels } from '../../format/skill-names.ts'
import { type SpendAct, spendAct } from '../../format/spend-act.ts'
import { choiceProblem, wishOf } from '../../forms/copy-choice.ts'
import { problemWords, toSkillOrder } from '../../forms/skill-form.ts'
import { approvalOf, useApprove } from '../../hooks/use-approve.ts'
import { type ListOfService, useFreshList, useOneReading } from '../../hooks/use-fresh-list.ts'
import { useQuote } from '../../hooks/use-quote.ts'
import { hasToday } from '../../lists/tray.ts'
import { useMode } from '../../stores/app-store.ts'
import { useCopies, useCopyChoice } from '../../stores/copies-store.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { useSkills, useSkillView, useWork } from '../../stores/skill-store.ts'
import type { SkillWork } from '../../stores/skills/state.ts'
import { type TypedLimit, useTypedLimit } from './use-typed-limit.ts'

export type LeftOut = QuoteView['leftOut'][number]
export type PaidBefore = QuoteView['alreadyPaid'][number]

export interface SkillOrderState {
  id: string
  skill: SkillView | null
  work: SkillWork
  toSend: number
  quote: QuoteView | null
  pending: boolean
  trouble: string | null
  price: Price
  ceiling: Ceiling
  limit: TypedLimit
  act: SpendAct
  blocked: string | null
  approves: string | null
  send: () => void
  /** Has the price worked out anew. */
  again: () => void
  /** Files the engine leaves out of the price and of the order, each with its reason. */
  leftOut: ReadonlyMap<string, LeftOut>
  /** The lossy copies that go since a person said so, by their original (A1). */
  accepted: ReadonlyMap<string, QuoteView['reencoded'][number]['reencode']>
  /** Files whose result is at home from an earlier order. */
  paidBefore: ReadonlyMap<string, PaidBefore>
  /** Whether those are ordered once more all the same. */
  makesAgain: boolean
  makeAgain: (again: boolean) => void
  /** What one request is quoted at; only to fill a row that waits. */
  each: number | null
  /** Files that could be sent. */
  usable: number
  /** The files that are sent alone; null: all. */
  only: ReadonlySet<string> | null
  sendOnly: (files: ReadonlySet<string> | null) => void
  /** Where the service would first make originals smaller (§4.14, rule 2) and nobody has said yet whether it may: by which field. */
  resize: { field: string; files: ReadonlySet<string> } | null
}

/** Today's requests of a Skill and all unfinished ones, less what the user cleared away. */
export function useSkillRequests(skill: string): RequestView[] {
  const all = useRequests((mirror) => mirror.all)
  const { clearedAt } = useWork(skill)
  return useMemo(() => {
    const today = dayKey(Date.now())
    return all.filter((request) => {
      if (request.skill !== skill) return false
      if (!isEndState(request.state)) return true
      return dayKey(request.createdAt) === today && (clearedAt === null || request.updatedAt > clearedAt)
    })
  }, [all, clearedAt, skill])
}

/** Whether those are all there are of today. */
export const useHasToday = (): boolean => useRequests((mirror) => hasToday(mirror.cutAt, Date.now()))

const catalogue: ListOfService = {
  isOld: (now) => isOld(useSkills.getState().skills?.readAt ?? null, freshMs.skills, now),
  read: () => void useSkills.getState().loadSkills(false),
}

/** Keeps the catalogue within its five minutes where there is a service to ask, and of one reading with the quote (O70). */
function useCatalogue(mayAsk: boolean, quote: QuoteView | null, quoteAgain: () => void): void {
  useFreshList(mayAsk ? catalogue : null)
  const listReadAt = useSkills((state) => state.skills?.readAt ?? null)
  useOneReading({ list: catalogue, listReadAt, quoteReadAt: quote?.pricesReadAt ?? null, quoteAgain })
}

/** Of the files that were not sent none can be, however many were before them. */
const unusable = (count: number): string | null =>
  count === 0
    ? null
    : t(
        '{count, plural, one {# file left, which can’t be used.} other {# files left, none of which can be used.}} Add others.',
        {
          count,
        },
      )

/** What is to be approved: the whole quote, or what is left of it without what was paid before. */
const dueOf = (quote: QuoteView, leavesPaid: boolean): Pick<QuoteView, 'requests' | 'price' | 'credits' | 'lines'> =>
  leavesPaid && quote.rest !== null ? quote.rest : quote

function priceOf({ requests, price, credits }: Pick<QuoteView, 'requests' | 'price' | 'credits'>): Price {
  if (requests === 0) return { is: 'none' }
  if (price !== 'known') return { is: price }
  return credits === null ? { is: 'unknown' } : { is: 'known', credits }
}

/** Those of the chosen files that are still there; without any, all are sent. */
function onlyOf(files: SkillWork['files'], chosen: ReadonlySet<string> | null): ReadonlySet<string> | null {
  const left = files.filter(({ file }) => chosen?.has(file)).map(({ file }) => file)
  return left.length === 0 ? null : new Set(left)
}

/** Asked before anything is sent, since the size is known; the service would ask the same after it. */
function undecided(
  skill: SkillView | null,
  { files, values }: SkillWork,
  only: ReadonlySet<string> | null,
): SkillOrderState['resize'] {
  const consent = skill?.asOriginal ? skill.fields.find(({ kind }) => kind === 'consent') : undefined
  if (consent === undefined || typeof values[consent.name] === 'boolean') return null
  const over = files.filter(
    ({ file, problem, width, height }) =>
      problem === null &&
      (only === null || only.has(file)) &&
      width !== null &&
      height !== null &&
      needsResize(width, height),
  )
  return over.length === 0 ? null : { field: consent.name, files: new Set(over.map(({ file }) => file)) }
}

const none: Partial<Pick<QuoteView, 'each' | 'pricesReadAt'>> = {}

/** What the form stands at, for the tab: until the form is another one. */
function useStands(id: string, quote: QuoteView | null, pending: boolean): void {
  const stand = useSkills((state) => state.stand)
  const { each: credits, pricesReadAt: readAt } = quote === null || pending || quote.problems.length > 0 ? none : quote
  useEffect(() => {
    if (credits !== undefined && readAt !== undefined) stand(id, { credits, readAt })
  }, [id, credits, readAt, stand])
}

/** The order that the form stands for, null where it is none yet, and what is wrong with where copies go. */
function useFormOrder(id: string, skill: SkillView | null, work: SkillWork, only: ReadonlySet<string> | null) {
  const copies = useCopyChoice(id)
  const usualName = useCopies((state) => state.template)
  const order = useMemo(() => {
    const files = only === null ? work.files : work.files.filter(({ file }) => only.has(file))
    const made = skill === null ? null : toSkillOrder(skill, { ...work, files })
    const alsoTo = wishOf(copies, usualName)
    return made && alsoTo ? { ...made, alsoTo } : made
  }, [skill, work, only, copies, usualName])
  const noCopies = choiceProblem(copies, usualName)
  return { order, noCopies }
}

/** What a quote says of single files. */
function useFilesOf(quote: QuoteView | null): Pick<SkillOrderState, 'leftOut' | 'accepted' | 'paidBefore'> {
  const leftOut = useMemo(() => new Map(quote?.leftOut.map((each) => [each.file, each])), [quote])
  const accepted = useMemo(() => new Map(quote?.reencoded.map(({ file, reencode }) => [file, reencode])), [quote])
  const paidBefore = useMemo(() => new Map(quote?.alreadyPaid.map((paid) => [paid.source ?? '', paid])), [quote])
  return { leftOut, accepted, paidBefore }
}

interface Reasons
  extends Pick<SkillOrderState, 'skill' | 'work' | 'quote' | 'trouble' | 'ceiling' | 'limit' | 'resize'> {
  isChosen: boolean
  order: ReturnType<typeof toSkillOrder>
  /** What is wrong with where copies go. */
  noCopies: string | null
  isPending: boolean
  due: ReturnType<typeof dueOf> | null
}

/** Why nothing can be sent now; null where it can. */
export function whyBlocked(reasons: Reasons): string | null {
  const { isChosen, skill, order, work, noCopies, resize, trouble, isPending, quote, due, ceiling, limit } = reasons
  if (!isChosen) return t('Connect an account first, or try practice mode, free.')
  if (skill === null) return t('Skills and prices are still loading.')
  if (work.looking > 0) return t('Checking {looking, plural, one {# file} other {# files}}.', { looking: work.looking })
  if (order === null) return unusable(work.files.length) ?? t('Drop or choose pictures first.')
  if (noCopies !== null) return noCopies
  if (limit.blocked !== null) return limit.blocked
  if (resize !== null)
    return t(
      '{count, plural, one {# picture is} other {# pictures are}} larger than the service takes. Resize or remove, or choose to be asked later.',
      { count: resize.files.size },
    )
  if (trouble !== null) return apart(trouble)
  if (isPending) return t('Calculating the price.')
  if (quote?.problems[0]) return problemWords(quote.problems[0], skill.fields)
  if (quote?.requests === 0) return unusable(work.files.length)
  if (due?.requests === 0) return t('All of these were already made and are in your library.')
  if (due?.price === 'unavailable') return t('The service shows no price for this, so it can’t be ordered.')
  if (ceiling.blocked !== null) return ceiling.blocked
  // The rest, or the most that was named, may fit where the whole does not; the engine looks at it when it is approved.
  if (quote?.overCap && due === quote && ceiling.credits === null) return apart(quote.overCap)
  return null
}

export function useSkillOrder(id: string): SkillOrderState {
  const work = useWork(id)
  const skill = useSkillView(id)
  const remove = useSkills((state) => state.remove)
  const mode = useMode()
  const isChosen = mode !== null && mode !== 'first-run'
  const [chosenOnly, sendOnly] = useState<ReadonlySet<string> | null>(null)
  const only = useMemo(() => onlyOf(work.files, chosenOnly), [work.files, chosenOnly])
  const { order, noCopies } = useFormOrder(id, skill, work, only)
  const { quote, pending, trouble, again } = useQuote(isChosen && order ? { name: 'quote.skill', input: order } : null)
  useCatalogue(isChosen, quote, again)
  useStands(id, order === null ? null : quote, pending)
  const { approving, approve } = useApprove()
  const key = useMemo(() => (order === null ? null : JSON.stringify(order)), [order])
  // Said of this very order and no other: the next batch is asked about anew.
  const [againOf, setAgainOf] = useState<string | null>(null)
  const makesAgain = key !== null && againOf === key

  const { leftOut, accepted, paidBefore } = useFilesOf(quote)
  const leavesPaid = !makesAgain && paidBefore.size > 0
  const due = quote ? dueOf(quote, leavesPaid) : null
  const files = order?.files.length ?? work.files.filter((file) => file.problem === null).length
  const toSend = due && !pending ? due.requests : files
  const ceiling = useCeiling(quote, due)
  const limit = useTypedLimit(mode, quote?.id ?? null, again)
  const labels = skillLabels(id)
  const isPending = pending || !due

  const resize = useMemo(() => undecided(skill, work, only), [skill, work, only])

  const blocked = whyBlocked({
    isChosen,
    skill,
    order,
    work,
    noCopies,
    resize,
    trouble,
    isPending,
    quote,
    due,
    ceiling,
    limit,
  })
  const send = async (): Promise<void> => {
    if (!quote) return
    const made = await approve(quote, leavesPaid ? 'already-paid' : undefined, ceiling.credits)
    again()
    setAgainOf(null)
    if (made === null) return
    ceiling.setText('')
    sendOnly(null)
    const sent = (order?.files ?? []).filter((file) => !leftOut.has(file) && !(leavesPaid && paidBefore.has(file)))
    remove(id, new Set(sent))
    useNotices.getState().announce(t('{requests} queued.', { requests: labels.count(made) }))
  }

  return {
    id,
    skill,
    work,
    toSend,
    leftOut,
    accepted,
    paidBefore,
    makesAgain,
    makeAgain: (again) => setAgainOf(again ? key : null),
    quote: order === null ? null : quote,
    pending,
    trouble,
    price: order !== null && due ? cappedPrice(priceOf(due), ceiling) : { is: 'none' },
    ceiling,
    limit,
    act: approving ? spendAct('Saving the receipts') : labels.act(toSend),
    blocked: approving ? t('Receipts are saved before anything is sent.') : blocked,
    approves: approvalOf(quote, leavesPaid ? 'already-paid' : undefined, ceiling.credits),
    send: () => void send(),
    again,
    each: quote?.each ?? null,
    usable: work.files.filter(({ file, problem }) => problem === null && !leftOut.has(file)).length,
    only,
    sendOnly,
    resize,
  }
}
