import { type JSX, useId } from 'react'
import { Button } from '../../components/button.tsx'
import { FieldLabel, FieldNote, FieldProblem, TextArea } from '../../components/field.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { Stepper } from '../../components/stepper.tsx'
import { clock, plural } from '../../lib/format.ts'
import { misfit, mostPictures, type qualities, ratioOf, ratiosOf, resolutionOf } from '../../lib/model-fit.ts'
import { useCreate } from '../../stores/create-store.ts'
import styles from './create.module.css'
import { ModelPicker } from './model-picker.tsx'
import { RatioPicker } from './ratio-picker.tsx'
import { References } from './references.tsx'
import type { CreateOrder } from './use-create-order.ts'

const qualityOptions = [
  { value: 'own', words: "Model's own" },
  { value: 'low', words: 'Low' },
  { value: 'medium', words: 'Medium' },
  { value: 'high', words: 'High' },
] as const satisfies { value: 'own' | (typeof qualities)[number]; words: string }[]

function ModelField({ order }: { order: CreateOrder }): JSX.Element {
  const models = useCreate((create) => create.models)
  const form = useCreate((create) => create.form)
  const change = useCreate((create) => create.change)
  const loadModels = useCreate((create) => create.loadModels)
  const { model } = order
  const problem = order.problemOf('modelId')
  const left = model ? misfit(form, model) : null
  return (
    <div>
      <FieldLabel
        words="Model"
        aside={models?.readAt ? `list read ${clock(models.readAt)}${models.stale ? ', may be old' : ''}` : null}
      />
      {models && models.models.length > 0 ? (
        <ModelPicker
          models={models.models}
          chosen={model}
          bad={problem !== null}
          onChoose={(modelId) => change({ modelId })}
        />
      ) : (
        <FieldNote>{models ? null : 'Reading the list of models…'}</FieldNote>
      )}
      <FieldProblem words={problem ?? models?.problem ?? null} />
      {models?.problem && (
        <div style={{ marginTop: 8 }}>
          <Button small onClick={() => void loadModels(true)}>
            Read the list again
          </Button>
        </div>
      )}
      {left !== null && <FieldNote>{left}</FieldNote>}
    </div>
  )
}

/** The left pane of Create. Every change is kept as it is typed. */
export function CreateForm({ order }: { order: CreateOrder }): JSX.Element {
  const form = useCreate((create) => create.form)
  const change = useCreate((create) => create.change)
  const promptId = useId()
  const { model } = order
  return (
    <div className={styles.fields}>
      <div>
        <FieldLabel
          words="Prompt"
          htmlFor={promptId}
          aside={form.prompt.length > 500 ? plural(form.prompt.length, 'character') : null}
        />
        <TextArea
          id={promptId}
          rows={5}
          maxLength={20_000}
          placeholder="What should be seen, from where, in what light"
          value={form.prompt}
          problem={form.prompt.trim() === '' ? null : order.problemOf('prompt')}
          onText={(prompt) => change({ prompt })}
        />
      </div>
      <ModelField order={order} />
      {model && (
        <>
          <div>
            <FieldLabel words="Ratio" aside={ratioOf(form, model) === 'auto' ? 'the service picks one' : null} />
            <RatioPicker
              ratios={ratiosOf(model)}
              value={ratioOf(form, model)}
              onChoose={(aspectRatio) => change({ aspectRatio })}
            />
            <FieldProblem words={order.problemOf('aspectRatio')} />
          </div>
          {model.resolutions.length > 0 && (
            <div>
              <FieldLabel words="Resolution" />
              <Segmented
                label="Resolution"
                wide
                options={model.resolutions.map((each) => ({ value: each, words: each }))}
                value={resolutionOf(form, model) ?? ''}
                onChoose={(resolution) => change({ resolution })}
              />
              <FieldProblem words={order.problemOf('resolution')} />
            </div>
          )}
          <div>
            <FieldLabel words="Quality" aside="only some models use it" />
            <Segmented
              label="Quality"
              wide
              options={qualityOptions}
              value={form.quality ?? 'own'}
              onChoose={(quality) => change({ quality: quality === 'own' ? null : quality })}
            />
            <FieldProblem words={order.problemOf('quality')} />
          </div>
          <References model={model} problem={order.problemOf('references')} />
          <div className="row">
            <span className="small soft">Pictures, one request each</span>
            <span className="push">
              <Stepper
                label="Pictures"
                value={form.count}
                least={1}
                most={mostPictures}
                onChange={(count) => change({ count })}
              />
            </span>
          </div>
          <FieldProblem words={order.problemOf('count')} />
        </>
      )}
    </div>
  )
}
