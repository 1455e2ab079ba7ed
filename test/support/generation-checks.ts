import type { Model } from '../../src/domain/catalogue/model.ts'
import {
  type CheckedGeneration,
  checkGeneration,
  type GenerationInputs,
} from '../../src/domain/form/generation-form.ts'
import { modelOf } from './catalogue.ts'

/** A generation with a prompt and whatever a test adds, against an image model that takes 2 references. */
export const checked = (
  inputs: Partial<GenerationInputs> = {},
  model: Model = modelOf(),
  ownOrigin: string | null = null,
): CheckedGeneration => checkGeneration(model, { prompt: 'a lighthouse', references: [], ...inputs }, ownOrigin)

/** The fields that stand in the way, in order. */
export const inTheWay = (...said: Parameters<typeof checked>): (string | null)[] =>
  checked(...said).problems.map(({ field }) => field)

/** All that it says, in one text. */
export const wordsOf = (...said: Parameters<typeof checked>): string =>
  checked(...said)
    .problems.map(({ message }) => message)
    .join(' ')
