import type { GenerationOrder, SkillOrder } from '../../../src/contract/orders.ts'
import type { EngineCalls } from '../../../src/engine/api/engine-calls.ts'
import { modelOf } from './practice-models.ts'

/** One order of each kind that the service takes, over whatever it lists. `picture` is a small local file. */
export const operations = [
  'picture',
  'four pictures with a reference',
  'video',
  'cutout',
  'details',
  'poster',
  'background',
  'upscale',
] as const
export type Operation = (typeof operations)[number]

/** Quotes one and accepts it at its price. Returns the requests' ids. */
export async function order(calls: EngineCalls, operation: Operation, picture: string): Promise<string[]> {
  const asked = await askedFor(calls, operation, picture)
  const quote = 'skill' in asked ? await calls['quote.skill'](asked) : await calls['quote.generation'](asked)
  const [problem] = quote.problems
  if (problem) throw new Error(`${operation}: ${problem.message}`)
  return (await calls['orders.approve']({ quoteId: quote.id, credits: quote.credits })).requestIds
}

async function askedFor(
  calls: EngineCalls,
  operation: Operation,
  picture: string,
): Promise<GenerationOrder | SkillOrder> {
  const skill = (id: string, values: SkillOrder['values'] = {}): SkillOrder => ({ skill: id, files: [picture], values })
  switch (operation) {
    case 'picture':
      return { prompt: 'a lighthouse', modelId: await firstModel(calls, 'image') }
    case 'four pictures with a reference':
      return {
        prompt: 'a harbour',
        modelId: modelOf('IMG-B'),
        references: [picture],
      }
    case 'video':
      return { prompt: 'the tide', modelId: await firstModel(calls, 'video') }
    case 'cutout':
      return skill('remove-bg')
    case 'details':
      return skill('product-detail', { modules: ['hero', 'scene'] })
    case 'poster':
      return { skill: 'brand-poster', files: [], values: { brand: 'Lumen' } }
    case 'background':
      return skill('white-bg', { mode: 'white' })
    case 'upscale':
      return skill('upscale')
  }
}

async function firstModel(calls: EngineCalls, media: 'image' | 'video'): Promise<string> {
  const { models } = await calls['catalogue.models']({ media })
  const [first] = models
  if (!first) throw new Error(`practice lists no ${media} model`)
  return first.id
}
