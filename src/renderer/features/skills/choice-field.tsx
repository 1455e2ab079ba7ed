import { Shuffle } from 'lucide-react'
import { type JSX, useId } from 'react'
import { noteOf } from '../../../domain/form/field-words.ts'
import type { Choosable, FieldOf } from '../../../domain/form/skill-fields.ts'
import { priceFor } from '../../../domain/quote/skill-prices.ts'
import { Credits } from '../../components/credits.tsx'
import { FieldLabel, FieldNote, FieldProblem } from '../../components/field.tsx'
import { Thumb } from '../../components/picture.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { Select } from '../../components/select.tsx'
import { figure } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { chosenOf, problemAt, standingValues } from '../../forms/skill-form.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { RatioPicker } from '../create/ratio-picker.tsx'
import type { FieldProps } from './field-props.ts'
import styles from './form.module.css'

/** More words than this do not fit beside each other. */
const lineOfWords = 30
const fewOptions = 4

interface Option {
  value: Choosable | null
  label: string
  hint: string | null
  picture: string | null
  /** Only where the choice decides it. */
  credits: number | null
}

/** What one picture takes with each option and the rest as it stands; nothing where the choice does not decide the price. */
function useOptions({ field, order }: FieldProps<FieldOf<'choice'>>): Option[] {
  const { skill, work } = order
  const prices = skill?.prices ?? []
  const standing = standingValues(skill?.fields ?? [], work.values)
  const decides = prices.some((row) => Object.hasOwn(row.values, field.name))
  const listed = field.options.map((option) => ({
    ...option,
    credits: decides ? priceFor(prices, { ...standing, [field.name]: option.value }) : null,
  }))
  const same = new Set(listed.map(({ credits }) => credits)).size === 1
  const options = same ? listed.map((option) => ({ ...option, credits: null })) : listed
  // Without a start of its own the service chooses, and nothing is sent.
  return field.start === null && !field.required
    ? [{ value: null, label: t('Automatic'), hint: null, picture: null, credits: null }, ...options]
    : options
}

interface CardsProps {
  label: string
  options: readonly Option[]
  value: Choosable | null
  onChoose: (value: Choosable | null) => void
  wide: boolean
}

/** Choices that the catalogue shows pictures of. One without a picture keeps the place of one. */
function PictureCards({ label, options, value, onChoose }: Omit<CardsProps, 'wide'>): JSX.Element {
  const name = useId()
  return (
    <div className={styles.samples} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={String(option.value)} className={styles.sample}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <Thumb src={option.picture} alt="" width={84} height={105} icon={Shuffle} />
          <span className="cut-end">{apart(option.label)}</span>
        </label>
      ))}
    </div>
  )
}

/** Choices that need a sentence, or that are looked over like samples. */
function Cards({ label, options, value, onChoose, wide }: CardsProps): JSX.Element {
  const name = useId()
  return (
    <div className={wide ? styles.stack : styles.cards} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={String(option.value)} className={styles.card}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <span className={styles.cardWords}>
            <span className="strong">{apart(option.label)}</span>
            {option.hint && <span className="hint">{apart(option.hint)}</span>}
          </span>
          {option.credits !== null && <Credits value={option.credits} />}
        </label>
      ))}
    </div>
  )
}

const labelOf = ({ label, credits }: Option): string =>
  credits === null ? apart(label) : t('{label}, {credits} cr', { label, credits: figure(credits) })

/** One of a list: ratios as shapes, a few words beside each other, cards where there is more to say, else a menu. */
export function ChoiceField(props: FieldProps<FieldOf<'choice'>>): JSX.Element {
  const { field, order, why } = props
  const set = useSkills((state) => state.set)
  const options = useOptions(props)
  const value = chosenOf(field, order.work.values)
  const choose = (chosen: Choosable | null): void => set(order.id, field.name, chosen ?? undefined)
  const chooseText = (text: string): void =>
    choose(options.find((option) => String(option.value) === text)?.value ?? null)
  const asText = options.map((option) => ({ value: String(option.value), label: labelOf(option) }))
  const isShort = asText.reduce((sum, option) => sum + option.label.length, 0) <= lineOfWords
  const hasHints = options.some(({ hint }) => hint !== null)
  const problem = problemAt(field, order.quote, order.work, order.skill?.fields ?? [])
  const note = why ?? noteOf(field.name) ?? field.description
  const widget = (): JSX.Element => {
    if (field.isRatio)
      return (
        <RatioPicker
          ratios={field.options.map((option) => String(option.value))}
          value={String(value)}
          onChoose={chooseText}
        />
      )
    if (options.some(({ picture }) => picture !== null))
      return <PictureCards label={apart(field.label)} options={options} value={value} onChoose={choose} />
    if (hasHints || field.start === null)
      return <Cards label={apart(field.label)} options={options} value={value} onChoose={choose} wide={hasHints} />
    if (options.length <= fewOptions && isShort)
      return <Segmented label={apart(field.label)} wide options={asText} value={String(value)} onChoose={chooseText} />
    return <Select label={apart(field.label)} options={asText} value={String(value)} onChoose={chooseText} />
  }
  return (
    <div className={why === null ? undefined : styles.passed}>
      <FieldLabel label={apart(field.label)} />
      {widget()}
      <FieldProblem message={problem} />
      {note !== null && problem === null && <FieldNote>{apart(note)}</FieldNote>}
    </div>
  )
}
