import type { JSX } from 'react'
import { mostOfOnePrompt } from '../../../contract/limits.ts'
import { FieldLabel, FieldProblem } from '../../components/field.tsx'
import { Stepper } from '../../components/stepper.tsx'
import { perLanguage, t } from '../../format/messages.ts'
import { makesVideo, ratioOf, ratiosOf } from '../../forms/model-fit.ts'
import { useCreate } from '../../stores/create-store.ts'
import styles from './create.module.css'
import { ImageFields } from './image-fields.tsx'
import { ModelField } from './model-field.tsx'
import { PromptField } from './prompt-field.tsx'
import { RatioPicker } from './ratio-picker.tsx'
import { References } from './references.tsx'
import type { CreateOrder } from './use-create-order.ts'
import { VideoFields } from './video-fields.tsx'

const ratioWords = perLanguage(
  (): Record<string, string> => ({
    auto: t('chosen by the service'),
    adaptive: t('follows the reference'),
  }),
)

/** The left pane of Create: what follows the chosen model follows it at once. Every change is kept as it is typed. */
export function CreatePane({ order }: { order: CreateOrder }): JSX.Element {
  const form = useCreate((create) => create.form)
  const change = useCreate((create) => create.change)
  const { model } = order
  return (
    <div className={styles.fields}>
      <PromptField order={order} />
      <ModelField order={order} />
      {model && (
        <>
          <div>
            <FieldLabel label={t('Ratio')} aside={ratioWords()[ratioOf(form, model)] ?? null} />
            <RatioPicker
              ratios={ratiosOf(form, model)}
              value={ratioOf(form, model)}
              onChoose={(aspectRatio) => change({ aspectRatio })}
            />
            <FieldProblem message={order.problemOf('aspectRatio')} />
          </div>
          {makesVideo(model) ? (
            <VideoFields model={model} order={order} />
          ) : (
            <ImageFields model={model} order={order} />
          )}
          <References model={model} problem={order.problemOf('referenceImages')} />
          <div className="row">
            <span className="small soft">
              {order.many
                ? t('Variations of each prompt, one request each')
                : order.beside.length > 0
                  ? t('Variations from each model, one request each')
                  : t('Variations, one request each')}
            </span>
            <span className="push">
              <Stepper
                label={makesVideo(model) ? t('Videos') : t('Pictures')}
                value={form.count}
                least={1}
                most={mostOfOnePrompt}
                onChange={(count) => change({ count })}
              />
            </span>
          </div>
        </>
      )}
    </div>
  )
}
