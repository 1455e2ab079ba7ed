import { type Choosable, readable, type SkillField } from '../../domain/form/skill-fields.ts'
import type { ListedPrice } from '../../domain/quote/skill-prices.ts'
import { creditWords, figure, list } from '../format/format.ts'
import { t } from '../format/messages.ts'
import type { CatalogueSeen } from './skill-draft.ts'
import { standingValues, type Values } from './skill-form.ts'

/** More than this is summed up: a note is read, a list of every row is not. */
const most = 2

/**
 * What the service changed about a form since it was last touched: a sentence each, the price of what is set on the form
 * first. Nothing where all is as it was.
 */
export function changesSince(seen: CatalogueSeen, now: CatalogueSeen, values: Values): string[] {
  const standing = standingValues(now.fields, values)
  return [...priceChanges(seen.prices, now.prices, standing), ...fieldChanges(seen.fields, now.fields, values)]
}

const keyOf = (row: ListedPrice): string => JSON.stringify(Object.entries(row.values).sort())

const rowWords = (row: ListedPrice): string => {
  const texts = Object.values(row.values).map((value) => readable(String(value)))
  return texts.length === 0 ? t('One picture') : texts.join(', ')
}

function priceChanges(then: readonly ListedPrice[], now: readonly ListedPrice[], standing: Values): string[] {
  const before = new Map(then.map((row) => [keyOf(row), row.credits]))
  const isSet = (row: ListedPrice): boolean =>
    Object.entries(row.values).every(([name, value]) => standing[name] === value)
  const changed = now.filter((row) => {
    const old = before.get(keyOf(row))
    return old !== undefined && old !== row.credits
  })
  const first = changed.filter(isSet)
  const said = first.length > 0 ? first : changed.slice(0, most)
  const others = changed.length - said.length
  return [
    ...said.map((row) => priceWords(row, before.get(keyOf(row)) ?? null)),
    ...(others > 0
      ? [t('{others, plural, one {One other price} other {# other prices}} changed too.', { others })]
      : []),
  ]
}

function priceWords(row: ListedPrice, old: number | null): string {
  const picture = rowWords(row)
  if (row.credits === null)
    return old === null
      ? t('{picture} has no price now.', { picture })
      : t('{picture} has no price now (was {old}).', { picture, old: figure(old) })
  const credits = creditWords(row.credits)
  return old === null
    ? t('{picture} is now {credits}.', { picture, credits })
    : t('{picture} is now {credits} (was {old}).', { picture, credits, old: figure(old) })
}

function fieldChanges(then: readonly SkillField[], now: readonly SkillField[], values: Values): string[] {
  const before = new Map(then.map((field) => [field.name, field]))
  const after = new Map(now.map((field) => [field.name, field]))
  const added = now.filter(({ name }) => !before.has(name)).map(({ label }) => `“${label}”`)
  const gone = then
    .filter(({ name }) => !after.has(name) && values[name] !== undefined)
    .map(({ label }) => `“${label}”`)
  return [
    ...(added.length > 0 ? [t('New on the form: {list}.', { list: list(added) })] : []),
    ...(gone.length > 0
      ? [t('No longer on the form: {list}. Your values are kept but not sent.', { list: list(gone) })]
      : []),
    ...now.flatMap((field) => lostChoices(before.get(field.name), field, values)),
  ]
}

const optionsOf = (field: SkillField): readonly { value: Choosable; label: string }[] =>
  field.kind === 'choice' || field.kind === 'several' ? field.options : []

/** Something that was chosen and can be no more. */
function lostChoices(then: SkillField | undefined, now: SkillField, values: Values): string[] {
  if (then === undefined) return []
  const set = values[now.name]
  const chosen = Array.isArray(set) ? set : [set]
  const offered = new Set<unknown>(optionsOf(now).map(({ value }) => value))
  const lost = optionsOf(then).filter(({ value }) => chosen.includes(value) && !offered.has(value))
  return lost.length === 0
    ? []
    : [t('“{label}” no longer offers {list}.', { label: now.label, list: list(lost.map(({ label }) => label)) })]
}
