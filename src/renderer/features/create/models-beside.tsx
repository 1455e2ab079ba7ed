import { X } from 'lucide-react'
import type { JSX } from 'react'
import { mostModels } from '../../../contract/limits.ts'
import type { QuoteView } from '../../../contract/quotes.ts'
import { AsGiven } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { Credits } from '../../components/credits.tsx'
import { FieldNote } from '../../components/field.tsx'
import { t } from '../../format/messages.ts'
import { misfit } from '../../forms/model-fit.ts'
import { useCreate } from '../../stores/create-store.ts'
import styles from './create.module.css'
import { ModelPicker } from './model-picker.tsx'
import type { CreateOrder } from './use-create-order.ts'

/** What is to be paid of each model: of the rest, where what was made before is left out. */
const partsOf = ({ quote, all }: Pick<CreateOrder, 'quote' | 'all'>): QuoteView['models'] =>
  (!all && quote?.rest ? quote.rest.models : quote?.models) ?? []

interface RowProps {
  id: string
  name: string
  credits: number | null
  /** The first one is changed where it stands. */
  onRemove?: () => void
}

function Row({ id, name, credits, onRemove }: RowProps): JSX.Element {
  return (
    <li data-model={id}>
      <span className="cut-end">
        <AsGiven>{name}</AsGiven>
      </span>
      <span className="push nowrap">
        <Credits value={credits} />
      </span>
      {onRemove && (
        <Button look="quiet" small square aria-label={t('Remove {name}', { name })} onClick={onRemove}>
          <X size={14} strokeWidth={1.75} aria-hidden />
        </Button>
      )}
    </li>
  )
}

/** Further models that make the same: each with what it comes to, under the one total of the order. */
export function ModelsBeside({ order }: { order: CreateOrder }): JSX.Element {
  const form = useCreate((create) => create.form)
  const change = useCreate((create) => create.change)
  const loadModels = useCreate((create) => create.loadModels)
  const { model, models, beside, pending } = order
  const parts = partsOf(order)
  const creditsOf = (id: string): number | null =>
    pending ? null : (parts.find(({ modelId }) => modelId === id)?.credits ?? null)
  const others = models.filter(({ id }) => id !== model?.id && !form.beside.includes(id))
  const notes = beside
    .flatMap(({ model: other }) => (other ? [misfit(form, other)] : []))
    .filter((each) => each !== null)
  return (
    <div>
      {beside.length > 0 && (
        <ul className={styles.beside} aria-label={t('Models of this order')}>
          {model && <Row id={model.id} name={model.name} credits={creditsOf(model.id)} />}
          {beside.map(({ id, model: other }) => (
            <Row
              key={id}
              id={id}
              name={other?.name ?? t('Not in the list now')}
              credits={creditsOf(id)}
              onRemove={() => change({ beside: form.beside.filter((each) => each !== id) })}
            />
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <FieldNote key={note}>{note}</FieldNote>
      ))}
      {others.length > 0 && beside.length < mostModels - 1 && (
        <ModelPicker
          adds
          models={others}
          chosen={null}
          bad={false}
          onChoose={(id) => change({ beside: [...form.beside, id] })}
          onReadAgain={() => void loadModels(true)}
        />
      )}
    </div>
  )
}
