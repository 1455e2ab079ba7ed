import { z } from 'zod'
import type { Skill } from '../catalogue/skill.ts'
import { isRecord, type Json } from '../json.ts'
import { fieldGroups, groupOf, ownLabel, valueHint } from './field-words.ts'
import { pictureOf } from './option-pictures.ts'
import { constantsOf, type Schema, typesOf } from './plain-schema.ts'
import { isFilledByApp, pictureFields, propertiesOf, requiredOf } from './skill-form.ts'
import { pictureLimits, textLimits } from './skill-rules.ts'

/** A word or a number that one may choose. */
const choosable = z.union([z.string(), z.number()])
export type Choosable = z.infer<typeof choosable>

const option = z.object({
  value: choosable,
  label: z.string(),
  hint: z.string().nullable(),
  /** Where the catalogue gives a picture for it, its address in the app's own scheme. */
  picture: z.string().nullable(),
})
export type FieldOption = z.infer<typeof option>

const common = {
  name: z.string(),
  label: z.string(),
  required: z.boolean(),
  /** What the catalogue says about it. */
  description: z.string().nullable(),
  group: z.enum(fieldGroups),
}

/** A text of a form, or of an entry of its lists. Lengths are characters as people count them, spaces around it left out. */
const textPart = { least: z.number().int(), most: z.number().int().nullable(), isLong: z.boolean() }

/**
 * A field of a Skill's form as it can be drawn, from the live schema (§4.7). `start` is what stands where nothing was
 * chosen: the schema's own default, null where it has none.
 */
export const skillField = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('picture'),
    most: z.number().int(),
    /** Each of its files is a request of its own. */
    makesRequests: z.boolean(),
  }),
  z.object({
    ...common,
    kind: z.literal('choice'),
    options: z.array(option),
    start: choosable.nullable(),
    /** Its words are proportions, such as 4:5. */
    isRatio: z.boolean(),
  }),
  z.object({
    ...common,
    kind: z.literal('several'),
    options: z.array(option),
    start: z.array(choosable),
    /** How many together with the entries of `countedWith`; null where there is no limit. */
    most: z.number().int().nullable(),
    countedWith: z.string().nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal('entries'),
    most: z.number().int().nullable(),
    members: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean(), ...textPart })),
  }),
  z.object({ ...common, kind: z.literal('text'), ...textPart }),
  /** Always on or off, and sent as it stands: nobody sees what the service would do where nothing is sent. */
  z.object({ ...common, kind: z.literal('switch'), start: z.boolean() }),
  z.object({
    ...common,
    kind: z.literal('number'),
    least: z.number().nullable(),
    most: z.number().nullable(),
    isWhole: z.boolean(),
    start: z.number().nullable(),
  }),
  /** Something that may be done to the originals only if the user says so (§4.14). */
  z.object({ ...common, kind: z.literal('consent') }),
  /** Of a shape that this version has nothing to draw for: left to the service's own default. */
  z.object({ ...common, kind: z.literal('other') }),
])
export type SkillField = z.infer<typeof skillField>
export type FieldOf<K extends SkillField['kind']> = Extract<SkillField, { kind: K }>

type Clean = (text: string) => string

/** How words and pictures of the catalogue come to be shown. */
interface Showing {
  clean: Clean
  show: (address: string) => string | null
  materials: Json
}

/** A text longer than this gets lines to be written in. */
const oneLine = 200

/**
 * The fields that a person fills in, in the order to draw them: by group, and in a group as the schema lists them.
 * @param clean makes words of the catalogue fit to be shown
 * @param show gives the address under which a picture of the catalogue can be shown, if it can
 */
export function skillFields(skill: Skill, clean: Clean, show: Showing['show'] = () => null): SkillField[] {
  const showing = { clean, show, materials: skill.materials }
  const required = new Set(requiredOf(skill))
  const pictures = new Map(pictureFields(skill).map((field) => [field.name, field]))
  const main = [...pictures.values()].find((field) => field.required)
  const properties = Object.entries(propertiesOf(skill)).filter(([name]) => !isFilledByApp(name))
  const names = new Set(properties.map(([name]) => name))
  const fields = properties.map(([name, schema]): SkillField => {
    const picture = pictures.get(name)
    const description = typeof schema.description === 'string' ? clean(schema.description) : null
    const shared = { name, label: labelOf(name, schema, clean), required: required.has(name), description }
    if (picture) {
      const most = picture.many ? Math.min(numberOf(schema.maxItems) ?? 50, pictureLimits[name] ?? 50) : 1
      return { ...shared, group: 'pictures', kind: 'picture', most, makesRequests: picture === main }
    }
    const drawn = drawnOf(name, schema, names, skill, showing)
    return { ...shared, group: groupOf(name, drawn.kind), ...drawn }
  })
  return fieldGroups.flatMap((group) => fields.filter((field) => field.group === group))
}

/** Switches that the document says are on where nothing is sent (§4.11, §4.12). */
const usuallyOn: ReadonlySet<string> = new Set(['autoCopy'])

type Own<T> = T extends SkillField ? Omit<T, 'name' | 'label' | 'required' | 'description' | 'group'> : never
type Drawn = Own<Exclude<SkillField, { kind: 'picture' }>>

function drawnOf(name: string, schema: Schema, names: ReadonlySet<string>, skill: Skill, showing: Showing): Drawn {
  if (name === 'allowDownscale') return { kind: 'consent' }
  const options = optionsOf(name, schema, showing)
  if (options.length > 0) {
    const start = options.find(({ value }) => value === schema.default)?.value ?? null
    return { kind: 'choice', options, start, isRatio: options.every(({ value }) => isRatio(value)) }
  }
  switch (typeOf(schema)) {
    case 'string':
      return { kind: 'text', ...textOf(name, schema) }
    case 'boolean':
      return { kind: 'switch', start: typeof schema.default === 'boolean' ? schema.default : usuallyOn.has(name) }
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        least: numberOf(schema.minimum),
        most: numberOf(schema.maximum),
        isWhole: typeOf(schema) === 'integer',
        start: numberOf(schema.default),
      }
    case 'array':
      return listOf(name, schema, names, skill, showing)
    default:
      return { kind: 'other' }
  }
}

function listOf(name: string, schema: Schema, names: ReadonlySet<string>, skill: Skill, showing: Showing): Drawn {
  const items = isRecord(schema.items) ? schema.items : {}
  const options = optionsOf(name, items, showing)
  // §4.11: modules and custom modules together are the images of one request.
  const isCounted = name === 'modules' || name === 'customModules'
  const most = isCounted ? (skill.maxOutputImages ?? numberOf(schema.maxItems)) : numberOf(schema.maxItems)
  if (options.length > 0) {
    const chosen = Array.isArray(schema.default) ? schema.default : []
    const start = options.map(({ value }) => value).filter((value) => chosen.includes(value))
    const countedWith = name === 'modules' && names.has('customModules') ? 'customModules' : null
    return { kind: 'several', options, start, most, countedWith }
  }
  const members = Object.entries(isRecord(items.properties) ? items.properties : {})
  const texts = members.flatMap(([member, part]) =>
    isRecord(part) && typeOf(part) === 'string' && optionsOf(member, part, showing).length === 0
      ? [
          {
            name: member,
            label: labelOf(member, part, showing.clean),
            required: isNeeded(items, member),
            ...textOf('', part),
          },
        ]
      : [],
  )
  return texts.length > 0 && texts.length === members.length
    ? { kind: 'entries', most, members: texts }
    : { kind: 'other' }
}

const isNeeded = ({ required }: Schema, name: string): boolean => Array.isArray(required) && required.includes(name)

const typeOf = (schema: Schema): Json | undefined => typesOf(schema)[0]

const numberOf = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null)

function textOf(name: string, schema: Schema): { least: number; most: number | null; isLong: boolean } {
  const limit = textLimits[name]
  const limits = [numberOf(schema.maxLength), limit?.max].filter((most) => typeof most === 'number')
  const most = limits.length > 0 ? Math.min(...limits) : null
  return { least: limit?.min ?? numberOf(schema.minLength) ?? 0, most, isLong: most === null || most > oneLine }
}

/** What an enumeration, or a list of constants with titles, lets one choose. */
function optionsOf(name: string, schema: Schema, { clean, show, materials }: Showing): FieldOption[] {
  const listed = Array.isArray(schema.enum) ? schema.enum.map((value) => ({ value, title: null })) : titledOf(schema)
  return listed.flatMap(({ value, title }, at) =>
    typeof value === 'string' || typeof value === 'number'
      ? [
          {
            value,
            label: clean(title ?? numberedLabel(value, at) ?? valueLabel(name, value)),
            hint: valueHint(name, value),
            picture: shownPicture(pictureOf(value, schema, materials), show),
          },
        ]
      : [],
  )
}

const shownPicture = (address: string | null, show: Showing['show']): string | null =>
  address === null ? null : show(address)

const titledOf = (schema: Schema): { value: Json | undefined; title: string | null }[] =>
  constantsOf(schema).map((one) => ({ value: one.const, title: typeof one.title === 'string' ? one.title : null }))

const isRatio = (value: Choosable): boolean => value === 'auto' || /^\d+:\d+$/.test(String(value))

function labelOf(name: string, schema: Schema, clean: Clean): string {
  const title = typeof schema.title === 'string' ? clean(schema.title).trim() : ''
  return title === '' ? (ownLabel(name) ?? readable(name)) : title
}

/** Names that mean nothing to read, such as "style-2hn9y": told apart by their place. */
function numberedLabel(value: Choosable, at: number): string | null {
  const [kind, code, ...more] = String(value).split(/[-_]/)
  const isCode = code !== undefined && more.length === 0 && /\d[a-z]|[a-z]\d[a-z\d]*\d/i.test(code) && code.length >= 4
  return isCode && kind ? `${readable(kind)} ${at + 1}` : null
}

/** "own-shop" → "Own shop", "productName" → "Product name", "hd" → "HD". */
export function readable(word: string): string {
  if (/^[b-df-hj-np-tv-z]{2,3}$/.test(word)) return word.toUpperCase()
  if (word === 'auto') return 'Automatic'
  const text = word
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .trim()
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function valueLabel(name: string, value: Choosable): string {
  const word = String(value)
  if (isRatio(value) && word !== 'auto') return word
  if (name !== 'language' || word === 'auto') return readable(word)
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(word) ?? word
  } catch {
    return word
  }
}
