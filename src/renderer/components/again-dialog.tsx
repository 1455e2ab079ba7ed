import { type JSX, useEffect, useState } from 'react'
import type { QuoteView } from '../../contract/quotes.ts'
import type { ReceiptView, RequestView } from '../../contract/views.ts'
import { call } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { creditWord } from '../format/charge.ts'
import { apart, t } from '../format/messages.ts'
import { withSkillName } from '../format/skill-names.ts'
import { spendAct } from '../format/spend-act.ts'
import { approvalOf, useApprove } from '../hooks/use-approve.ts'
import { useReceipt } from '../hooks/use-receipt.ts'
import { useSkillView } from '../stores/skill-store.ts'
import styles from './again-dialog.module.css'
import { EngineSentence, given } from './as-given.tsx'
import { Button } from './button.tsx'
import { CeilingField } from './ceiling-field.tsx'
import { Credits } from './credits.tsx'
import { DialogActs, DialogBody, DialogFrame } from './dialog.tsx'
import { Lines } from './lines.tsx'
import { Note } from './note.tsx'
import { PriceAge } from './price-age.tsx'
import { type Price, SpendButton } from './spend-button.tsx'
import { cappedPrice, useCeiling } from './use-ceiling.ts'

type Job = ReceiptView['jobs'][number]

const jobWords = (job: Job): string => {
  const { error, creditsStatus } = job
  if (error === null) return t('made')
  return creditsStatus === null
    ? t('not made: “{error}”', { error })
    : t('not made: “{error}”, {credits}', { error, credits: creditWord(creditsStatus) })
}

/** What became of each picture of the earlier order: the made ones stay as they are. */
function Items({ skill, jobs }: { skill: string | null; jobs: readonly Job[] }): JSX.Element {
  const fields = useSkillView(skill ?? '')?.fields ?? []
  const options = fields.flatMap((field) => (field.kind === 'several' ? field.options : []))
  return (
    <ul className={styles.items}>
      {jobs.map((job, at) => (
        <li key={`${at} ${job.label}`}>
          <span className="strong" {...given}>
            {options.find(({ value }) => value === job.label)?.label ?? job.label}
          </span>
          <span className="soft small">{jobWords(job)}</span>
          <Credits value={job.credits} struck={job.creditsStatus === 'refunded'} />
        </li>
      ))}
    </ul>
  )
}

type Asked = { quote: QuoteView } | { trouble: string } | null

/** Asks the engine for a quote of the same order by today's prices. Sends nothing. */
function useQuoteAgain(id: string): Asked {
  const [asked, setAsked] = useState<Asked>(null)
  useEffect(() => {
    let isCurrent = true
    void call('requests.retry', { id }).then((answer) => {
      if (!isCurrent) return
      if (!answer.ok) setAsked({ trouble: apart(answer.message) })
      else if (answer.value.quote) setAsked({ quote: answer.value.quote })
      else
        setAsked({
          trouble: t('Some results are still due, so its status is checked instead. Nothing was ordered.'),
        })
    })
    return () => {
      isCurrent = false
    }
  }, [id])
  return asked
}

const priceOf = (quote: QuoteView | null): Price => {
  if (quote === null) return { is: 'none' }
  if (quote.price !== 'known') return { is: quote.price }
  return quote.credits === null ? { is: 'unknown' } : { is: 'known', credits: quote.credits }
}

/** What it costs now, and what is to be known of it. */
function Offer({ quote, skill }: { quote: QuoteView; skill: string | null }): JSX.Element {
  return (
    <>
      <Lines
        lines={quote.lines.map((line) => ({ ...line, label: withSkillName(skill, line.label) }))}
        said
        sum={{ label: t('Quoted'), credits: quote.credits, message: t('price unknown') }}
      />
      {quote.notes.map((note) => (
        <Note key={note}>
          <EngineSentence>{note}</EngineSentence>
        </Note>
      ))}
      {quote.overCap && (
        <Note tone="attention">
          <EngineSentence>{quote.overCap}</EngineSentence>
        </Note>
      )}
    </>
  )
}

interface AgainDialogProps {
  request: RequestView
  onClose: () => void
}

/** The same order anew, or what is missing of it, as a new quoted request: the price first, then the button. */
export function AgainDialog({ request, onClose }: AgainDialogProps): JSX.Element {
  const asked = useQuoteAgain(request.id)
  const { receipt } = useReceipt(request.id)
  const { approving, approve } = useApprove()
  const isPartial = request.state === 'partial'
  const quote = asked && 'quote' in asked ? asked.quote : null
  const ceiling = useCeiling(quote, quote)
  const trouble = asked && 'trouble' in asked ? asked.trouble : null
  const send = async (): Promise<void> => {
    if (!quote) return
    const made = await approve(quote, undefined, ceiling.credits)
    onClose()
    if (made !== null) useNotices.getState().announce(t('A new request is queued.'))
  }
  const blocked = approving
    ? t('The receipt is saved before anything is sent.')
    : (trouble ??
      (quote === null
        ? t('Calculating the price.')
        : quote.problems[0]
          ? apart(quote.problems[0].message)
          : ceiling.blocked))
  return (
    <DialogFrame onClose={onClose}>
      <DialogBody title={isPartial ? t('Reorder missing') : t('Reorder')}>
        <p className="soft">
          {isPartial
            ? t(
                'A new request with the same settings for the pictures that were not made. Saved results stay as they are.',
              )
            : t('A new request with the same settings, at today’s price.')}
        </p>
        {isPartial && receipt && <Items skill={request.skill} jobs={receipt.jobs} />}
        {quote && <Offer quote={quote} skill={request.skill} />}
        <PriceAge readAt={quote?.pricesReadAt ?? null} />
        <CeilingField ceiling={ceiling} />
      </DialogBody>
      <DialogActs>
        <Button look="quiet" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <span className={styles.spend} data-order="">
          <SpendButton
            act={isPartial ? spendAct('Reorder missing') : spendAct('Reorder')}
            price={cappedPrice(priceOf(quote), ceiling)}
            blocked={blocked}
            quietly={ceiling.problem !== null}
            approves={approvalOf(quote, undefined, ceiling.credits)}
            onSpend={() => void send()}
          />
        </span>
      </DialogActs>
    </DialogFrame>
  )
}
