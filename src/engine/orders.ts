import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { GenerationOrder, SkillOrder } from '../contract/ipc.ts'
import type { QuoteView } from '../contract/views.ts'
import { type Model, resolutionsOf } from '../domain/catalogue/model.ts'
import type { Skill } from '../domain/catalogue/skill.ts'
import { checkGeneration } from '../domain/form/generation-form.ts'
import type { Problem } from '../domain/form/problem.ts'
import { checkSkill, pictureFields } from '../domain/form/skill-form.ts'
import { isSkillHere } from '../domain/form/skills-here.ts'
import type { Json } from '../domain/json.ts'
import { generationQuote } from '../domain/quote/generation-quote.ts'
import type { Quote } from '../domain/quote/quote.ts'
import { skillQuote } from '../domain/quote/skill-quote.ts'
import { totalOf } from '../domain/quote/total.ts'
import type { Inspector } from './inspector.ts'
import { harmless } from './text.ts'
import { iso } from './views/request-view.ts'

/** One request as it would be approved: pictures by path, not yet hashed. */
export interface Draft {
  kind: 'generation' | 'skill'
  modelName: string
  mediaType: string
  skill: string
  fields: Record<string, Json>
  pictures: { field: string; path: string }[]
  quote: Quote
}

/** A quote with what it stands for. It lives in memory only; approving turns it into receipts. */
export interface Offer {
  view: QuoteView
  drafts: Draft[]
}

interface Parts {
  drafts: Draft[]
  problems: Problem[]
  leftOut: QuoteView['leftOut']
  notes: string[]
  readAtMs: number
}

function offer({ drafts, problems, leftOut, notes, readAtMs }: Parts): Offer {
  const total = totalOf(drafts.map((draft) => draft.quote))
  const unpriced: Problem[] =
    drafts.length > 0 && total.price === 'unavailable'
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
      price: total.price,
      credits: total.credits,
      lines: total.lines,
      requests: drafts.length,
      pricesReadAt: iso(readAtMs),
      problems: [...problems, ...unpriced],
      leftOut,
      notes,
    },
  }
}

/** §4.1: an image generation from the live list. Choices that decide the price are always sent (design.md). */
export async function offerGeneration(
  order: GenerationOrder,
  models: Model[],
  readAtMs: number,
  inspector: Inspector,
): Promise<Offer> {
  const model = models.find((m) => m.id === order.modelId)
  const nothing = { drafts: [], leftOut: [], notes: [], readAtMs }
  if (!model) {
    const message = `The service lists no model “${harmless(order.modelId)}”. Nothing was sent or charged. Choose one of ${models.map((m) => m.id).join(', ')}.`
    return offer({ ...nothing, problems: [{ field: 'modelId', message }] })
  }
  const references = order.references ?? []
  const resolution = order.resolution ?? resolutionsOf(model)[0]
  const problems = checkGeneration(model, { ...order, resolution, references: references.length })
  for (const path of references) {
    const { problem } = await inspector.inspect(path)
    if (problem !== null) problems.push({ field: 'referenceImages', message: problem })
  }
  const fields: Record<string, Json> = {
    prompt: order.prompt,
    modelId: model.id,
    aspectRatio: order.aspectRatio ?? 'auto',
  }
  if (resolution !== undefined) fields.resolution = resolution
  if (order.quality !== undefined) fields.quality = order.quality
  const draft: Draft = {
    kind: 'generation',
    modelName: model.name,
    mediaType: model.mediaType,
    skill: '',
    fields,
    pictures: references.map((path) => ({ field: 'referenceImages', path })),
    quote: generationQuote(model, fields, references.length, readAtMs),
  }
  const drafts = Array.from({ length: order.count ?? 1 }, () => draft)
  return offer({ drafts, problems, leftOut: [], notes: [], readAtMs })
}

/** §4.9: one request for each file. Files that cannot be used are left out and named; the rest goes on. */
export async function offerSkill(
  order: SkillOrder,
  skills: Skill[],
  readAtMs: number,
  inspector: Inspector,
): Promise<Offer> {
  const skill = skills.find((s) => s.id === order.skill)
  const nothing = { drafts: [], leftOut: [], notes: [], readAtMs }
  if (!skill) {
    const message = `The service lists no Skill “${harmless(order.skill)}”. It lists ${skills.map((s) => s.id).join(', ')}.`
    return offer({ ...nothing, problems: [{ field: null, message }] })
  }
  if (!isSkillHere(skill.id)) {
    const message = `${skill.id} is not in this version of Printroom yet. Nothing was sent or charged.`
    return offer({ ...nothing, problems: [{ field: null, message }] })
  }
  const fields = order.values ?? {}
  const field = pictureFields(skill).find((f) => f.required)
  if (!field && order.files.length > 0)
    return offer({
      ...nothing,
      problems: [{ field: null, message: `${skill.id} needs no picture. Leave the files out.` }],
    })
  const problems = checkSkill(skill, fields, field && order.files.length > 0 ? [field.name] : [])
  const leftOut: QuoteView['leftOut'] = []
  const usable: string[] = []
  const looks = await Promise.all(order.files.map((path) => inspector.inspect(path)))
  order.files.forEach((path, index) => {
    const problem = looks[index]?.problem ?? null
    if (problem === null) usable.push(path)
    else leftOut.push({ path, message: problem })
  })
  const draftFor = (pictures: Draft['pictures']): Draft => ({
    kind: 'skill',
    modelName: '',
    mediaType: 'image',
    skill: skill.id,
    fields,
    pictures,
    quote: skillQuote(skill, fields, skill.id, readAtMs),
  })
  const drafts = field ? usable.map((path) => draftFor([{ field: field.name, path }])) : [draftFor([])]
  return offer({ drafts, problems, leftOut, notes: [], readAtMs })
}

export const nameOf = (path: string): string => harmless(basename(path))
