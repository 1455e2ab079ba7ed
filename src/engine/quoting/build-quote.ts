import { createHash, randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { SkillOrder } from '../../contract/orders.ts'
import type { QuoteView } from '../../contract/quotes.ts'
import type { Skill } from '../../domain/catalogue/skill.ts'
import type { CopyWish } from '../../domain/copies/wish.ts'
import { addressProblem, isAddress } from '../../domain/form/address.ts'
import type { Reference } from '../../domain/form/generation-form.ts'
import { reencodedNotes, resizeNote } from '../../domain/form/original.ts'
import type { Problem } from '../../domain/form/problem.ts'
import { unreadableForm } from '../../domain/form/schema-words.ts'
import { needsAcceptedPrice, type PictureField, pictureFields, propertiesOf } from '../../domain/form/skill-form.ts'
import { applySkillRules, takesOriginal } from '../../domain/form/skill-rules.ts'
import { canonicalJson, type Json, json } from '../../domain/json.ts'
import { type ModelPart, partsByModel } from '../../domain/quote/by-model.ts'
import type { Quote } from '../../domain/quote/quote.ts'
import { totalOf } from '../../domain/quote/total.ts'
import { creditsInWords } from '../../domain/request/money-words.ts'
import type { Receipt, Reencode } from '../../domain/request/receipt.ts'
import { type Overcharges, type PricedByCharge, pricedSkill } from '../catalogue/overcharges.ts'
import { skillPrice } from '../catalogue/price-by-list.ts'
import { sanitizeText } from '../platform/text.ts'
import { type GivenPicture, givenOriginal } from '../sources/given-original.ts'
import type { Inspector } from '../sources/inspector.ts'
import type { Originals } from '../sources/originals.ts'
import { iso } from '../views/request-view.ts'
import { checkSkillInTime } from './check-in-time.ts'

/** One request as it would be approved: pictures by path or address, not yet hashed. */
export interface OrderDraft {
  kind: 'generation' | 'skill'
  modelName: string
  mediaType: string
  skill: string
  fields: Record<string, Json>
  /** `reencode`: accepted in place of a local original (A1). */
  pictures: ({ field: string; reencode?: Reencode } & Reference)[]
  quote: Quote
  /** The service checks the order against a sum before it starts it (§4.14, rule 3). */
  takesCeiling?: boolean
  /** And takes it with such a sum only. */
  needsPrice?: boolean
  /** Pictures of one run, as the catalogue has it. */
  mostOutputs?: number
  /** Where its results go beside the library. */
  copies?: CopyWish
}

/** A quote with what it stands for. It lives in memory only; approving turns it into receipts. */
export interface BuiltQuote {
  view: QuoteView
  drafts: OrderDraft[]
  /** The drafts without what was paid before. */
  rest?: OrderDraft[]
  /** The receipt that this order is made in place of. */
  replaces?: Receipt
}

export interface BuildQuoteDeps {
  readAtMs: number
  inspector: Inspector
  originals: Originals
  overcharges: Pick<Overcharges, 'priced'>
  /** Origin of a configured loopback service: its own plain http addresses count as public. */
  ownOrigin: string | null
}

interface Parts {
  drafts: OrderDraft[]
  problems: Problem[]
  leftOut: QuoteView['leftOut']
  notes: string[]
}

export function builtQuote({ drafts, problems, leftOut, notes }: Parts, readAtMs: number): BuiltQuote {
  const total = totalOf(drafts.map((draft) => draft.quote))
  const each = new Set(drafts.map((draft) => draft.quote.credits))
  // Where the choices are wrong they lead to no price; that says nothing about what the service shows.
  const isMistaken = problems.length > 0 && total.price === 'unavailable'
  const unpriced: Problem[] =
    drafts.length > 0 && total.price === 'unavailable' && !isMistaken
      ? [
          {
            field: null,
            message:
              'The service shows no price for this now, so it cannot be ordered. Nothing was sent or charged. Try again later.',
          },
        ]
      : []
  return {
    drafts,
    view: {
      id: randomUUID(),
      contentHash: contentHash(drafts),
      price: isMistaken ? 'unknown' : total.price,
      credits: total.credits,
      lines: total.lines,
      models: modelsOf(drafts),
      requests: drafts.length,
      each: each.size === 1 ? ([...each][0] ?? null) : null,
      pricesReadAt: iso(readAtMs),
      problems: [...problems, ...unpriced],
      leftOut,
      reencoded: reencodedOf(drafts),
      notes,
      takesCeiling: drafts.length > 0 && drafts.every((draft) => draft.takesCeiling === true),
      overCap: null,
      repeated: null,
      alreadyPaid: [],
      rest: null,
    },
  }
}

/** Over all that approving them buys and at what price, whenever that was read: what a person saw and presses. */
export function contentHash(drafts: readonly OrderDraft[]): string {
  const bought = drafts.map(({ quote: { price, credits }, ...draft }) => ({ ...draft, price, credits }))
  return createHash('sha256')
    .update(canonicalJson(json.parse(JSON.parse(JSON.stringify(bought)))))
    .digest('hex')
}

/** What each model of the order comes to. */
export const modelsOf = (drafts: readonly OrderDraft[]): ModelPart[] =>
  partsByModel(
    drafts.flatMap(({ fields: { modelId }, modelName: name, quote }) =>
      typeof modelId === 'string' ? [{ modelId, name, quote }] : [],
    ),
  )

function reencodedOf(drafts: OrderDraft[]): QuoteView['reencoded'] {
  const pictures = drafts.flatMap((draft) => draft.pictures)
  return pictures.flatMap((picture) =>
    picture.reencode && 'path' in picture ? [{ file: picture.path, reencode: picture.reencode }] : [],
  )
}

const nothing: Parts = { drafts: [], problems: [], leftOut: [], notes: [] }
export const onlyProblem = (field: string | null, message: string, readAtMs: number): BuiltQuote =>
  builtQuote({ ...nothing, problems: [{ field, message }] }, readAtMs)

export const referenceOf = (text: string): Reference => (isAddress(text) ? { url: text } : { path: text })

/** §4.9: one request for each file or address. What cannot be used is left out and named; the rest goes on. */
export async function buildSkillQuote(order: SkillOrder, skills: Skill[], deps: BuildQuoteDeps): Promise<BuiltQuote> {
  const { readAtMs } = deps
  const skill = skills.find((s) => s.id === order.skill)
  if (!skill) {
    const message = `The service lists no Skill “${sanitizeText(order.skill)}”. Nothing was sent or charged. It lists ${skills.map((s) => s.id).join(', ')}.`
    return onlyProblem(null, message, readAtMs)
  }
  if (skill.unreadable) return onlyProblem(null, unreadableForm(skill.id).message, readAtMs)
  const known = pictureFields(skill)
  const main = known.find((field) => field.required)
  if (!main && order.files.length > 0)
    return onlyProblem(null, `${skill.id} makes one request and needs no picture. Leave the files out.`, readAtMs)
  const { values, pictures: given } = picturesApart(order, known)
  const { files: texts, others } = originalsFirst(order.files, given, takesOriginal(skill) ? main : undefined)
  const problems = await otherPictureProblems(others, known, deps)
  for (const { name } of known)
    if (Object.hasOwn(values, name))
      problems.push({ field: name, message: `${name} takes a picture: a file, or a public address with https://.` })
  const isFilled = main !== undefined && others.some(({ field }) => field === main.name)
  if (main && isFilled && texts.length > 0)
    problems.push({
      field: main.name,
      message: `${main.name} is filled by the files; it is given a second time. Leave one of the two out.`,
    })
  const reencode = new Set(order.reencode)
  const looked = await Promise.all(
    texts.map((text) => givenPicture(text, takesOriginal(skill), reencode.has(text), deps)),
  )
  const files = texts.flatMap((path, index) => {
    const found = looked[index]
    return found ? [{ path, ...found }] : []
  })
  const leftOut = files.flatMap((file) => (file.leftOut === null ? [] : [file.leftOut]))
  // The requests differ only in which file fills the main field: one look at the fields is enough for all.
  const each = main && files.length > 0 ? [{ field: main.name }, ...others] : others
  const ruled = applySkillRules(skill, values, each)
  problems.push(...ruled.problems, ...schemaProblemsBeside(problems.concat(ruled.problems), skill, ruled.fields, each))
  const usable = files.filter((file) => file.leftOut === null)
  const pictures = !main
    ? [others]
    : files.length > 0
      ? usable.map(({ path, accepted }) => [
          { field: main.name, ...referenceOf(path), ...(accepted ? { reencode: accepted.reencode } : {}) },
          ...others,
        ])
      : isFilled
        ? [others]
        : []
  const copies = order.alsoTo ? { copies: order.alsoTo } : {}
  // The price follows from the fields, which all of them share.
  const priced = deps.overcharges.priced(pricedSkill(skill.id, ruled.fields), ({ fields }) =>
    skillPrice({ skill: skill.id, fields }, [skill], readAtMs),
  )
  const shared = { ...skillDraft(skill, ruled.fields, priced.quote), ...copies }
  const drafts = pictures.map((set) => ({ ...shared, pictures: set }))
  const isUnseen = needsAcceptedPrice(skill) && drafts.some(({ quote }) => quote.price === 'unknown')
  const notes = [
    ...(isUnseen ? [unreadablePrice(skill.id)] : []),
    ...chargedLast(skill.id, priced),
    ...ruled.notes,
    ...originalNotes(usable, ruled.fields.allowDownscale === true),
  ]
  return builtQuote({ drafts, problems, leftOut, notes }, readAtMs)
}

/** Why a price is another one than the list shows. */
export const chargedLast = (name: string, { charged }: PricedByCharge): string[] =>
  charged === null
    ? []
    : [
        `The service charged ${creditsInWords(charged)} for the last order of ${sanitizeText(name)}, more than its price list shows. This price goes by that charge.`,
      ]

export const unreadablePrice = (id: string): string =>
  `The service takes ${id} only with a price that was accepted, and the one it shows now cannot be read. Nothing was sent or charged. Name the most that you pay for it, or try again later.`

function originalNotes(files: ({ path: string } & GivenPicture)[], isResizeAllowed: boolean): string[] {
  const accepted = files.flatMap((file) => (file.accepted === null ? [] : [file.accepted]))
  const resized = files.filter((file) => file.willAskResize).map(({ path }) => nameOf(path))
  const note = resizeNote(resized, isResizeAllowed)
  return [...reencodedNotes(accepted), ...(note === null ? [] : [note])]
}

/** The one local original that fills the main field by its name is looked at as if it stood among the files. */
function originalsFirst(
  files: string[],
  given: OrderDraft['pictures'],
  main: PictureField | undefined,
): { files: string[]; others: OrderDraft['pictures'] } {
  const [only, second] = main ? given.filter(({ field }) => field === main.name) : []
  if (files.length > 0 || only === undefined || second !== undefined || !('path' in only))
    return { files, others: given }
  return { files: [only.path], others: given.filter((picture) => picture !== only) }
}

async function givenPicture(
  text: string,
  isOriginal: boolean,
  isReencodeAccepted: boolean,
  deps: BuildQuoteDeps,
): Promise<GivenPicture> {
  const reference = referenceOf(text)
  if (isOriginal && 'path' in reference) return givenOriginal(reference.path, isReencodeAccepted, deps.originals)
  const message = await sourceProblem(reference, deps)
  const leftOut = message === null ? null : { file: text, message, original: null }
  return { leftOut, accepted: null, willAskResize: false }
}

/** One mistake is said once: what the schema says of a field that already has a sentence is left away. */
function schemaProblemsBeside(
  said: Problem[],
  skill: Skill,
  fields: Record<string, Json>,
  pictures: { field: string }[],
): Problem[] {
  const named = new Set(said.map(({ field }) => field))
  const found = checkSkillInTime(
    skill,
    fields,
    pictures.map(({ field }) => field),
  )
  return found.filter(({ field }) => field === null || !named.has(field))
}

/**
 * Addresses among the values of picture fields are pictures like the others: they are uploaded before they are sent
 * (§4.9; O94). Anything else there stays, for the check to name it.
 */
function picturesApart(
  { values = {}, pictures = [] }: SkillOrder,
  known: PictureField[],
): { values: Record<string, Json>; pictures: OrderDraft['pictures'] } {
  const found: OrderDraft['pictures'] = pictures.map(({ field, source }) => ({ field, ...referenceOf(source) }))
  const kept = Object.entries(values).filter(([name, value]) => {
    const field = known.find((entry) => entry.name === name)
    const sources = field?.many && Array.isArray(value) ? value : [value]
    if (!field || sources.length === 0 || !sources.every(isAddressText)) return true
    found.push(...sources.map((url) => ({ field: name, url })))
    return false
  })
  return { values: Object.fromEntries(kept), pictures: found }
}

const isAddressText = (value: Json): value is string => typeof value === 'string' && isAddress(value)

function skillDraft(skill: Skill, fields: Record<string, Json>, quote: Quote): Omit<OrderDraft, 'pictures'> {
  // §4.14: the accepted price goes along as a check; it is no ceiling (A19).
  const takesCeiling = Object.hasOwn(propertiesOf(skill), 'confirmedCredits')
  const checked = takesCeiling && quote.credits !== null
  return {
    kind: 'skill',
    modelName: '',
    mediaType: 'image',
    skill: skill.id,
    fields: checked ? { ...fields, confirmedCredits: Math.ceil(quote.credits ?? 0) } : fields,
    quote,
    takesCeiling,
    needsPrice: needsAcceptedPrice(skill),
    ...(skill.maxOutputImages === null ? {} : { mostOutputs: skill.maxOutputImages }),
  }
}

async function sourceProblem(source: Reference, deps: BuildQuoteDeps): Promise<string | null> {
  if ('path' in source) return (await deps.inspector.inspect(source.path)).problem
  const wrong = addressProblem(source.url, deps.ownOrigin)
  return wrong === null ? null : `The address ${sanitizeText(source.url)} ${wrong} Nothing was sent or charged.`
}

async function otherPictureProblems(
  pictures: OrderDraft['pictures'],
  known: PictureField[],
  deps: BuildQuoteDeps,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const picture of pictures) {
    const field = known.find(({ name }) => name === picture.field)
    if (!field)
      problems.push({
        field: picture.field,
        message: `“${picture.field}” is no picture field. There are ${known.map(({ name }) => name).join(', ')}.`,
      })
    else if (!field.many && pictures.filter((other) => other.field === picture.field).length > 1)
      problems.push({ field: picture.field, message: `${picture.field} takes one picture.` })
    const wrong = await sourceProblem(picture, deps)
    if (wrong !== null) problems.push({ field: picture.field, message: wrong })
  }
  return problems
}

export const nameOf = (path: string): string => sanitizeText(basename(path))
