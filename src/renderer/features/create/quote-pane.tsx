import { Fragment, type JSX } from 'react'
import type { QuoteView } from '../../../contract/quotes.ts'
import { EngineSentence } from '../../components/as-given.tsx'
import { KeyHint } from '../../components/key-hint.tsx'
import { Lines } from '../../components/lines.tsx'
import { Note } from '../../components/note.tsx'
import { OrderButton } from '../../components/order-button.tsx'
import { InspectorPane, Section } from '../../components/pane.tsx'
import { asOfWithAge } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { isUnheld, unheldWords } from '../../forms/ceiling.ts'
import { toGenerationOrder } from '../../forms/model-fit.ts'
import { useMinute } from '../../hooks/use-now.ts'
import { useCopies, useCopyChoice } from '../../stores/copies-store.ts'
import { useCreate } from '../../stores/create-store.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { CopyFields } from '../copies/copy-fields.tsx'
import { OrderProject } from '../projects/project-line.tsx'
import { BalanceSection } from './balance-section.tsx'
import { billingWarnings } from './billing-warnings.ts'
import { CapsSection } from './caps-section.tsx'
import { PaidBeforeNotice } from './paid-before.tsx'
import { lastSizeOf } from './run-shape.ts'
import { type CreateOrder, isShownAtField } from './use-create-order.ts'

interface QuotePaneProps {
  order: CreateOrder
  open: boolean
  onClose: () => void
}

const isMac = (): boolean => document.documentElement.dataset.platform === 'darwin'

function emptyWords({ pending, trouble, model, many }: CreateOrder): string {
  if (pending) return t('Calculating the price…')
  if (trouble !== null) return apart(trouble)
  if (model === null) return t('Choose a model to see the price.')
  if (many && many.problems.length > 0) return t('Fix the prompts to see the price.')
  return t('Write a prompt to see the price.')
}

/** How large it comes out, by what the same model and settings made before: no list of the service's says it. */
function LastSize({ order: { model } }: { order: CreateOrder }): JSX.Element | null {
  const form = useCreate((create) => create.form)
  const requests = useRequests((mirror) => mirror.all)
  if (model === null) return null
  const { aspectRatio, resolution, quality } = toGenerationOrder(form, model)
  const settings = [model.name, aspectRatio ?? 'auto', resolution, quality].filter((part) => part !== undefined)
  const size = lastSizeOf(requests, settings.join(', '))
  if (size === null) return null
  return (
    <p className="hint" style={{ marginTop: 10 }}>
      {t('Output size last time: {size} px', { size })}
    </p>
  )
}

function Price({ order }: { order: CreateOrder }): JSX.Element {
  const { quote, pending } = order
  const shown = quote && !order.all && quote.rest ? quote.rest : quote
  return (
    <Section>
      {shown ? (
        <Lines
          lines={shown.lines}
          said
          stale={pending}
          sum={{
            label: t('Quoted'),
            credits: shown.credits,
            message: shown.price === 'unavailable' ? t('unavailable') : t('price unknown'),
          }}
        />
      ) : (
        <p className="soft small">{emptyWords(order)}</p>
      )}
      <LastSize order={order} />
      <p className="hint" style={{ marginTop: 10 }}>
        {t('Estimated from the price list. The receipt shows the actual charge.')}
      </p>
    </Section>
  )
}

/** Where the results go beside the library. References name no folder: one picture may be used for many. */
function CreateCopies({ model }: { model: string }): JSX.Element {
  const choice = useCopyChoice('create')
  const choose = useCopies((state) => state.choose)
  const typed = useCreate((create) => create.form.prompt)
  const prompt = typed.trim() === '' ? t('prompt') : typed.slice(0, 40)
  return (
    <CopyFields
      choice={choice}
      onChoose={(part) => choose('create', part)}
      hasSource={false}
      values={{ source: prompt, prompt, model }}
    />
  )
}

/** What stands in the way, what changed, what is worth knowing, in this order. */
function Notes({ order, quote }: { order: CreateOrder; quote: QuoteView | null }): JSX.Element | null {
  const form = useCreate((create) => create.form)
  const { model, changes, forgetChanges } = order
  const problems = quote?.problems.filter(({ field }) => !isShownAtField(field)) ?? []
  const notes = quote?.notes ?? []
  const overCap = quote?.overCap ?? null
  const known = model ? billingWarnings(form, model) : []
  const isUnreadable = isUnheld(quote)
  const isSilent = problems.length + changes.length + notes.length + known.length === 0
  if (!isUnreadable && isSilent && overCap === null) return null
  return (
    <Section>
      <div className="stack">
        {problems.map(({ message }) => (
          <Note key={message} tone="fault">
            <EngineSentence>{message}</EngineSentence>
          </Note>
        ))}
        {changes.map((message) => (
          <Note key={message} tone="attention">
            {message}{' '}
            <button type="button" className="text-link" onClick={forgetChanges}>
              {t('OK')}
            </button>
          </Note>
        ))}
        {isUnreadable && <Note tone="attention">{unheldWords()}</Note>}
        {notes.map((note) => (
          <Note key={note}>
            <EngineSentence>{note}</EngineSentence>
          </Note>
        ))}
        {overCap !== null && (
          <Note tone="attention">
            <EngineSentence>{overCap}</EngineSentence>
          </Note>
        )}
        {known.map(({ title, message }) => (
          <Fragment key={title}>
            <Note>
              <strong>{title}</strong> {message}
            </Note>
          </Fragment>
        ))}
      </div>
    </Section>
  )
}

/** The price and its lines, before anything is spent. */
export function QuotePane({ order, open, onClose }: QuotePaneProps): JSX.Element {
  const { quote } = order
  const now = useMinute()
  const head = (
    <>
      <h2 className="title">{t('Quote')}</h2>
      {quote && (
        <span className="hint push">{t('Prices from {time}', { time: asOfWithAge(quote.pricesReadAt, now) })}</span>
      )}
    </>
  )
  const foot = (
    <div data-order="" style={{ display: 'grid', gap: 10 }}>
      <OrderProject />
      <OrderButton order={order} />
      <div className="row hint">
        <KeyHint keys={isMac() ? '⌘↵' : 'Ctrl ↵'} />
        {t('focuses this button')}
      </div>
    </div>
  )
  return (
    <InspectorPane label={t('Quote')} head={head} foot={foot} open={open} onClose={onClose}>
      {quote && <PaidBeforeNotice quote={quote} order={order} />}
      <Price order={order} />
      <Notes order={order} quote={quote} />
      <BalanceSection credits={order.price.is === 'known' ? order.price.credits : null} />
      <CapsSection quoteId={quote?.id ?? null} onChanged={order.again} />
      <Section title={t('Also save to')}>
        <CreateCopies model={order.model?.name ?? ''} />
      </Section>
    </InspectorPane>
  )
}
