import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { GenerationOrder, SkillOrder } from '../contract/ipc.ts'
import type { QuoteView } from '../contract/views.ts'
import type { Model } from '../domain/catalogue/model.ts'
import type { Skill } from '../domain/catalogue/skill.ts'
import { addressProblem, isAddress } from '../domain/form/address.ts'
import { checkGeneration, type Reference } from '../domain/form/generation-form.ts'
import type { Problem } from '../domain/form/problem.ts'
import { checkSkill, type PictureField, pictureFields, propertiesOf } from '../domain/form/skill-form.ts'
import { applySkillRules } from '../domain/form/skill-rules.ts'
import type { Json } from '../domain/json.ts'
import { generationQuote } from '../domain/quote/generation-quote.ts'
import type { Quote } from '../domain/quote/quote.ts'
import { skillQuote } from '../domain/quote/skill-quote.ts'
import { totalOf } from '../domain/quote/total.ts'
import type { Receipt } from '../domain/request/receipt.ts'
import type { Inspector } from './inspector.ts'
import { harmless } from './text.ts'
import { iso } from './views/request-view.ts'

/** One request as it would be approved: pictures by path or address, not yet hashed. */
export interface Draft {
  kind: 'generation' | 'skill'
  modelName: string
  mediaType: string
  skill: string
  fields: Record<string, Json>
  pictures: ({ field: string } & Reference)[]
  quote: Quote
}

/** A quote with what it stands for. It lives in memory only; approving turns it into receipts. */
export interface Offer {
  view: QuoteView
  drafts: Draft[]
  /** The drafts without what was paid before. */
  rest?: Draft[]
  /** The receipt that this order is made in place of. */
  replaces?: Receipt
}

export interface OfferDeps {
  readAtMs: number
  inspector: Inspector
  /** Origin of a configured loopback service: its own plain http addresses count as public. */
  ownOrigin: string | null
}

interface Parts {
  drafts: Draft[]
  problems: Problem[]
  leftOut: QuoteView['leftOut']
  notes: string[]
}

function offer({ drafts, problems, leftOut, notes }: Parts, readAtMs: number): Offer {
  const total = totalOf(drafts.map((draft) => draft.quote))
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
      price: isMistaken ? 'unknown' : total.price,
      credits: total.credits,
      lines: total.lines,
      requests: drafts.length,
      pricesReadAt: iso(readAtMs),
      problems: [...problems, ...unpriced],
      leftOut,
      notes,
      alreadyPaid: [],
      rest: null,
    },
  }
}

const nothing: Parts = { drafts: [], problems: [], leftOut: [], notes: [] }
const onlyProblem = (field: string | null, message: string, readAtMs: number): Offer =>
  offer({ ...nothing, problems: [{ field, message }] }, readAtMs)

const referenceOf = (text: string): Reference => (isAddress(text) ? { url: text } : { path: text })

/** §4.1: a generation from the live list. Choices that decide the price are always sent (design.md). */
export async function offerGeneration(order: GenerationOrder, models: Model[], deps: OfferDeps): Promise<Offer> {
  const { readAtMs } = deps
  const model = models.find((m) => m.id === order.modelId)
  if (!model) {
    const message = `The service lists no model “${harmless(order.modelId)}”. Nothing was sent or charged. Choose one of ${models.map((m) => m.id).join(', ')}.`
    return onlyProblem('modelId', message, readAtMs)
  }
  const references = (order.references ?? []).map(referenceOf)
  const { count, references: _texts, modelId: _id, ...inputs } = order
  const { fields, problems, notes } = checkGeneration(model, { ...inputs, references }, deps.ownOrigin)
  for (const reference of references) {
    const problem = 'path' in reference ? (await deps.inspector.inspect(reference.path)).problem : null
    if (problem !== null) problems.push({ field: 'referenceImages', message: problem })
  }
  const draft: Draft = {
    kind: 'generation',
    modelName: model.name,
    mediaType: model.mediaType,
    skill: '',
    fields,
    pictures: references.map((reference) => ({ field: 'referenceImages', ...reference })),
    quote: generationQuote(model, fields, references.length, readAtMs),
  }
  const drafts = Array.from({ length: count ?? 1 }, () => draft)
  return offer({ drafts, problems, leftOut: [], notes }, readAtMs)
}

/** §4.9: one request for each file or address. What cannot be used is left out and named; the rest goes on. */
export async function offerSkill(order: SkillOrder, skills: Skill[], deps: OfferDeps): Promise<Offer> {
  const { readAtMs } = deps
  const skill = skills.find((s) => s.id === order.skill)
  if (!skill) {
    const message = `The service lists no Skill “${harmless(order.skill)}”. Nothing was sent or charged. It lists ${skills.map((s) => s.id).join(', ')}.`
    return onlyProblem(null, message, readAtMs)
  }
  const known = pictureFields(skill)
  const main = known.find((field) => field.required)
  if (!main && order.files.length > 0)
    return onlyProblem(null, `${skill.id} makes one request and needs no picture. Leave the files out.`, readAtMs)
  const { values, others } = picturesApart(order, known)
  const problems = await otherPictureProblems(others, known, deps)
  for (const { name } of known)
    if (Object.hasOwn(values, name))
      problems.push({ field: name, message: `${name} takes a picture: a file, or a public address with https://.` })
  const isFilled = main !== undefined && others.some(({ field }) => field === main.name)
  if (main && isFilled && order.files.length > 0)
    problems.push({
      field: main.name,
      message: `${main.name} is filled by the files; it is given a second time. Leave one of the two out.`,
    })
  const wrong = await Promise.all(order.files.map((text) => sourceProblem(referenceOf(text), deps)))
  const files = order.files.map((path, index) => ({ path, message: wrong[index] ?? null }))
  const leftOut = files.flatMap(({ path, message }) => (message === null ? [] : [{ path, message }]))
  // The requests differ only in which file fills the main field: one look at the fields is enough for all.
  const each = main && files.length > 0 ? [{ field: main.name }, ...others] : others
  const ruled = applySkillRules(skill, values, each)
  problems.push(...ruled.problems, ...schemaProblemsBeside(problems.concat(ruled.problems), skill, ruled.fields, each))
  const usable = files.filter(({ message }) => message === null)
  const pictures = !main
    ? [others]
    : files.length > 0
      ? usable.map(({ path }) => [{ field: main.name, ...referenceOf(path) }, ...others])
      : isFilled
        ? [others]
        : []
  const drafts = pictures.map((set) => skillDraft(skill, ruled.fields, set, readAtMs))
  return offer({ drafts, problems, leftOut, notes: ruled.notes }, readAtMs)
}

/** One mistake is said once: what the schema says of a field that already has a sentence is left away. */
function schemaProblemsBeside(
  said: Problem[],
  skill: Skill,
  fields: Record<string, Json>,
  pictures: { field: string }[],
): Problem[] {
  const named = new Set(said.map(({ field }) => field))
  const found = checkSkill(
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
): { values: Record<string, Json>; others: Draft['pictures'] } {
  const others = pictures.map(({ field, source }) => ({ field, ...referenceOf(source) }))
  const kept = Object.entries(values).filter(([name, value]) => {
    const field = known.find((entry) => entry.name === name)
    const sources = field?.many && Array.isArray(value) ? value : [value]
    if (!field || sources.length === 0 || !sources.every(isAddressText)) return true
    others.push(...sources.map((url) => ({ field: name, url })))
    return false
  })
  return { values: Object.fromEntries(kept), others }
}

const isAddressText = (value: Json): value is string => typeof value === 'string' && isAddress(value)

function skillDraft(skill: Skill, fields: Record<string, Json>, pictures: Draft['pictures'], readAtMs: number): Draft {
  const quote = skillQuote(skill, fields, readAtMs)
  // §4.14: the accepted price goes along as a check; it is no ceiling (A19).
  const checked = Object.hasOwn(propertiesOf(skill), 'confirmedCredits') && quote.credits !== null
  return {
    kind: 'skill',
    modelName: '',
    mediaType: 'image',
    skill: skill.id,
    fields: checked ? { ...fields, confirmedCredits: Math.ceil(quote.credits ?? 0) } : fields,
    pictures,
    quote,
  }
}

async function sourceProblem(source: Reference, deps: OfferDeps): Promise<string | null> {
  if ('path' in source) return (await deps.inspector.inspect(source.path)).problem
  const wrong = addressProblem(source.url, deps.ownOrigin)
  return wrong === null ? null : `The address ${harmless(source.url)} ${wrong} Nothing was sent or charged.`
}

async function otherPictureProblems(
  pictures: Draft['pictures'],
  known: PictureField[],
  deps: OfferDeps,
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

export const nameOf = (path: string): string => harmless(basename(path))
