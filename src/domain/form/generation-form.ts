import { continuesVideo, durationsOf, isVideo, type Model, resolutionsOf, tiersOf } from '../catalogue/model.ts'
import { isRecord, type Json } from '../json.ts'
import { addressProblem } from './address.ts'
import type { Problem } from './problem.ts'

/** A reference picture: a local file, or an address that the service fetches itself. */
export type Reference = { path: string } | { url: string }

/** A generation as somebody asks for it (§4.1). What is left out and decides the price is filled in, and shown. */
export interface GenerationInputs {
  prompt: string
  aspectRatio?: string | undefined
  resolution?: string | undefined
  quality?: string | undefined
  duration?: number | undefined
  tier?: string | undefined
  references: Reference[]
  referenceType?: string | undefined
  niji7Options?: Json | undefined
  referenceVideo?: string | undefined
  referenceVideoDuration?: number | undefined
}

/** The fields as they will be sent, without references and key, and what stands in the way. */
export interface CheckedGeneration {
  fields: Record<string, Json>
  problems: Problem[]
  /** Things worth knowing before paying. */
  notes: string[]
}

const listed = (words: readonly (string | number)[]): string => words.join(', ')

/**
 * Applies the rules of §4.1 with the live model's own lists: field, rule and way out in each message.
 * @param ownOrigin origin of a configured loopback service, whose plain http addresses count as public
 */
export function checkGeneration(
  model: Model,
  inputs: GenerationInputs,
  ownOrigin: string | null = null,
): CheckedGeneration {
  const problems: Problem[] = []
  const add = (field: string, message: string | null): void => {
    if (message !== null) problems.push({ field, message })
  }
  if (inputs.prompt.trim() === '') add('prompt', 'Enter a prompt.')
  if (model.mediaType !== 'image' && model.mediaType !== 'video')
    add(
      'modelId',
      `${model.name} makes ${model.mediaType === '' ? 'nothing that is named' : `“${model.mediaType}”`}, which this version does not know. Choose another model.`,
    )
  const tier = chosen(inputs.tier, tiersOf(model), isVideo(model))
  const resolution = chosen(inputs.resolution, resolutionsOf(model, tier), true)
  const duration = chosen(inputs.duration, durationsOf(model), isVideo(model))
  add('tier', listProblem(model, 'tier', inputs.tier, tiersOf(model)))
  add('resolution', resolutionProblem(model, inputs.resolution, tier))
  add('duration', durationProblem(model, inputs.duration))
  const aspectRatio = inputs.aspectRatio ?? usualRatio(model, inputs)
  add('aspectRatio', ratioProblem(model, aspectRatio, inputs))
  for (const problem of referenceProblems(model, inputs, ownOrigin)) problems.push(problem)
  for (const problem of imageOptionProblems(model, inputs)) problems.push(problem)
  for (const problem of referenceVideoProblems(model, inputs, ownOrigin)) problems.push(problem)
  const fields: Record<string, Json> = { prompt: inputs.prompt, modelId: model.id, aspectRatio }
  const put = (name: string, value: Json | undefined): void => {
    if (value !== undefined) fields[name] = value
  }
  put('resolution', resolution)
  put('quality', inputs.quality)
  put('tier', tier)
  put('duration', duration)
  put('referenceType', inputs.referenceType)
  put('niji7Options', inputs.niji7Options)
  put('referenceVideo', inputs.referenceVideo)
  put('referenceVideoDuration', inputs.referenceVideoDuration)
  return { fields, problems, notes: notesFor(model, inputs) }
}

/** What was said, else the first listed value where the choice decides the price (design.md, "The terminal"). */
const chosen = <T>(said: T | undefined, list: readonly T[], decidesPrice: boolean): T | undefined =>
  said ?? (decidesPrice ? list[0] : undefined)

function listProblem(model: Model, what: string, said: string | undefined, list: readonly string[]): string | null {
  if (said === undefined || list.includes(said)) return null
  if (list.length === 0) return `${model.name} has no choice of ${what}. Leave it out.`
  return `${model.name} does not know the ${what} ${said}. It knows ${listed(list)}.`
}

function resolutionProblem(model: Model, said: string | undefined, tier: string | undefined): string | null {
  const here = resolutionsOf(model, tier)
  if (said === undefined || here.includes(said)) return null
  const other = tiersOf(model).filter((name) => resolutionsOf(model, name).includes(said))
  if (tier !== undefined && other.length > 0)
    return `${said} is not there in the tier ${tier}. Choose the tier ${listed(other)}, or ${listed(here)}.`
  return listProblem(model, 'resolution', said, here)
}

function durationProblem(model: Model, said: number | undefined): string | null {
  const list = durationsOf(model)
  if (!isVideo(model)) return said === undefined ? null : `${model.name} makes pictures; leave the duration out.`
  if (said === undefined)
    return list.length > 0
      ? null
      : `${model.name} does not list its durations. Give the seconds, since without them a flat price is charged.`
  if (!Number.isFinite(said) || said <= 0) return 'The duration is a number of seconds.'
  return list.length === 0 || list.includes(said)
    ? null
    : `${model.name} does not make ${said} seconds. It makes ${listed(list)}.`
}

const hasReference = (inputs: GenerationInputs): boolean =>
  inputs.references.length > 0 || inputs.referenceVideo !== undefined

/** Ratios that are shapes; a list may name the two words beside them. */
const shapesOf = (model: Model): string[] => model.ratios.filter((ratio) => ratio !== 'auto' && ratio !== 'adaptive')

/** `auto`, but where an unexplained value would become `adaptive` an explicit ratio is sent (§4.1; O28). */
function usualRatio(model: Model, inputs: GenerationInputs): string {
  if (!continuesVideo(model)) return 'auto'
  return hasReference(inputs) ? 'adaptive' : (shapesOf(model)[0] ?? 'auto')
}

function ratioProblem(model: Model, ratio: string, inputs: GenerationInputs): string | null {
  const shapes = shapesOf(model)
  if (ratio === 'adaptive' && !continuesVideo(model) && !model.ratios.includes(ratio))
    return `${model.name} does not adapt its ratio. It makes ${listed(['auto', ...shapes])}.`
  if (ratio === 'adaptive' || ratio === 'auto') {
    // Without a reference `adaptive` is undefined, and what adapts takes `auto` for it (§4.1; O28, O29).
    if (hasReference(inputs) || (ratio === 'auto' && !continuesVideo(model))) return null
    const way = shapes.length > 0 ? `Choose ${listed(shapes)}.` : 'Add a reference or choose another model.'
    return `“${ratio}” follows a reference in ${model.name}, and there is none. ${way}`
  }
  return shapes.includes(ratio)
    ? null
    : `${model.name} does not make ${ratio}. It makes ${listed(['auto', ...shapes])}.`
}

function referenceProblems(model: Model, inputs: GenerationInputs, ownOrigin: string | null): Problem[] {
  const problems: Problem[] = []
  const { references } = inputs
  const max = model.maxReferences
  if (references.length > max)
    problems.push({
      field: 'referenceImages',
      message:
        max === 0
          ? `${model.name} takes no reference pictures. Take them out or choose another model.`
          : `${model.name} takes ${max} reference ${max === 1 ? 'picture' : 'pictures'} at most; there are ${references.length}. Take some out.`,
    })
  for (const reference of references) {
    const wrong = 'url' in reference ? addressProblem(reference.url, ownOrigin) : null
    if (wrong !== null) problems.push({ field: 'referenceImages', message: `A reference’s address ${wrong}` })
  }
  return problems
}

const qualities = ['low', 'medium', 'high']
const referenceTypes = ['content', 'style']

/** Options that "some models" use (§4.1): nothing in the list names those models, so they are sent only when set (O35). */
function imageOptionProblems(model: Model, inputs: GenerationInputs): Problem[] {
  const problems: Problem[] = []
  const oneOf = (field: string, said: string | undefined, list: string[]): void => {
    if (said === undefined) return
    if (isVideo(model))
      problems.push({ field, message: `${field} is for pictures; ${model.name} makes videos. Leave it out.` })
    else if (!list.includes(said)) problems.push({ field, message: `${field} is one of ${listed(list)}, not ${said}.` })
  }
  oneOf('quality', inputs.quality, qualities)
  oneOf('referenceType', inputs.referenceType, referenceTypes)
  if (inputs.niji7Options !== undefined) {
    if (isVideo(model))
      problems.push({
        field: 'niji7Options',
        message: `niji7Options is for pictures; ${model.name} makes videos. Leave it out.`,
      })
    else problems.push(...niji7Problems(inputs.niji7Options))
  }
  return problems
}

/** The seven fields of `niji7Options` and their ranges (§4.1). */
const niji7Ranges: Record<string, [number, number]> = { stylize: [0, 1000], chaos: [0, 100], iw: [0, 2], sw: [0, 1000] }

function niji7Problems(options: Json): Problem[] {
  const wrong = (name: string, rule: string): Problem => ({
    field: 'niji7Options',
    message: `niji7Options.${name} ${rule}.`,
  })
  if (!isRecord(options)) return [{ field: 'niji7Options', message: 'niji7Options is an object of options.' }]
  return Object.entries(options).flatMap(([name, value]) => {
    const range = Object.hasOwn(niji7Ranges, name) ? niji7Ranges[name] : undefined
    if (range)
      return typeof value === 'number' && value >= range[0] && value <= range[1]
        ? []
        : [wrong(name, `goes from ${range[0]} to ${range[1]}`)]
    if (name === 'raw') return typeof value === 'boolean' ? [] : [wrong(name, 'is true or false')]
    if (name === 'sref') return typeof value === 'string' ? [] : [wrong(name, 'is an address or a text')]
    if (name === 'quality') return value === '1' || value === '4' ? [] : [wrong(name, 'is the text “1” or “4”')]
    return [wrong(name, 'is not known; there are stylize, chaos, raw, iw, sref, sw, quality')]
  })
}

function referenceVideoProblems(model: Model, inputs: GenerationInputs, ownOrigin: string | null): Problem[] {
  const { referenceVideo, referenceVideoDuration } = inputs
  if (referenceVideo === undefined)
    return referenceVideoDuration === undefined
      ? []
      : [{ field: 'referenceVideoDuration', message: 'There is no reference video. Leave its duration out.' }]
  const problems: Problem[] = []
  if (!isRecord(model.extra.pricingPerSecWithVideo))
    problems.push({
      field: 'referenceVideo',
      message: `${model.name} does not continue videos. Leave the reference video out or choose another model.`,
    })
  const wrong = addressProblem(referenceVideo, ownOrigin)
  if (wrong !== null)
    problems.push({
      field: 'referenceVideo',
      message: `The reference video’s address ${wrong} The service fetches it itself, so a file on this computer cannot be used.`,
    })
  if (referenceVideoDuration === undefined || !Number.isFinite(referenceVideoDuration) || referenceVideoDuration <= 0)
    problems.push({
      field: 'referenceVideoDuration',
      message: 'Give the seconds of the reference video: they are billed, and left out they count as 0.',
    })
  return problems
}

function notesFor(model: Model, inputs: GenerationInputs): string[] {
  const notes: string[] = []
  if (isVideo(model) && inputs.duration === undefined && model.nominalCredits !== null)
    notes.push(
      `Left out, the duration would be billed at a flat ${model.nominalCredits} credits; Printroom always sends it.`,
    )
  return notes
}
