import { type Model, resolutionsOf } from '../catalogue/model.ts'
import type { Problem } from './problem.ts'

export interface GenerationInputs {
  prompt: string
  aspectRatio?: string | undefined
  resolution?: string | undefined
  quality?: string | undefined
  references: number
}

const listed = (words: string[]): string => words.join(', ')

/** The rules of §4.1 for an image model, from the live list: field, rule and way out. */
export function checkGeneration(model: Model, inputs: GenerationInputs): Problem[] {
  const problems: Problem[] = []
  const add = (field: string, message: string) => problems.push({ field, message })
  if (inputs.prompt.trim() === '') add('prompt', 'A prompt is needed. Say what the picture shows.')
  if (model.mediaType !== 'image')
    add(
      'modelId',
      `${model.name} makes ${model.mediaType === 'video' ? 'videos' : model.mediaType}, which this version cannot order yet. Choose an image model.`,
    )
  const { aspectRatio, resolution } = inputs
  if (aspectRatio !== undefined && aspectRatio !== 'auto' && !model.ratios.includes(aspectRatio))
    add('aspectRatio', `${model.name} does not make ${aspectRatio}. It makes ${listed(['auto', ...model.ratios])}.`)
  const resolutions = resolutionsOf(model)
  if (resolution !== undefined && !resolutions.includes(resolution))
    add(
      'resolution',
      resolutions.length === 0
        ? `${model.name} has no choice of resolution. Leave it out.`
        : `${model.name} does not make ${resolution}. It makes ${listed(resolutions)}.`,
    )
  if (inputs.references > model.maxReferences)
    add(
      'referenceImages',
      model.maxReferences === 0
        ? `${model.name} takes no reference pictures. Take them out or choose another model.`
        : `${model.name} takes ${model.maxReferences} reference ${model.maxReferences === 1 ? 'picture' : 'pictures'} at most; there are ${inputs.references}. Take some out.`,
    )
  return problems
}
