import type { Model } from '../../../../src/domain/catalogue/model.ts'
import type { Skill } from '../../../../src/domain/catalogue/skill.ts'
import type { Json } from '../../../../src/domain/json.ts'
import { generationQuote } from '../../../../src/domain/quote/generation-quote.ts'
import { skillQuote } from '../../../../src/domain/quote/skill-quote.ts'
import type { OrderDraft } from '../../../../src/engine/quoting/build-quote.ts'
import { modelOf } from '../practice-models.ts'
import type { Chance } from '../random.ts'
import { simulatedRoot } from './fake-fs.ts'

export interface Catalogue {
  models: Model[]
  skills: Skill[]
}

/** Files that orders are made of: their first line says how large they are. */
export const pictures = {
  [`${simulatedRoot}/pictures/small.png`]: 'PICTURE 800x600 small END',
  [`${simulatedRoot}/pictures/large.png`]: 'PICTURE 5000x4000 large END',
}
const [small, large] = Object.keys(pictures) as [string, string]

export const modules = ['hero', 'detail', 'scene', 'material', 'usage', 'brand']

/** An order as it would stand after its quote was accepted; prices of some age. */
export function draftOf(chance: Chance, { models, skills }: Catalogue, nowMs: number): OrderDraft {
  const readAtMs = nowMs - (chance.percent(15) ? 6 : 1) * 60_000
  const generation = (
    match: (model: Model) => boolean,
    fields: Record<string, Json>,
    references: string[] = [],
  ): OrderDraft => {
    const model = models.find(match)
    if (!model) throw new Error('the practice service lists no such model')
    const own = { prompt: `a lighthouse ${chance.below(1000)}`, modelId: model.id, ...fields }
    return {
      kind: 'generation',
      modelName: model.name,
      mediaType: model.mediaType,
      skill: '',
      fields: own,
      pictures: references.map((text) => ({ field: 'referenceImages', ...sourceOf(text) })),
      quote: generationQuote(model, own, references.length, readAtMs),
    }
  }
  const skill = (id: string, fields: Record<string, Json>, files: Record<string, string> = {}): OrderDraft => {
    const found = skills.find((one) => one.id === id)
    if (!found) throw new Error(`the practice service lists no ${id}`)
    return {
      kind: 'skill',
      modelName: '',
      mediaType: 'image',
      skill: id,
      fields,
      pictures: Object.entries(files).map(([field, text]) => ({ field, ...sourceOf(text) })),
      quote: skillQuote(found, fields, readAtMs),
    }
  }
  const isStill = ({ mediaType, id }: Model) => mediaType === 'image' && id !== fourCandidates
  switch (chance.below(11)) {
    case 0:
    case 1:
    case 2:
      return generation(isStill, { aspectRatio: '1:1' })
    case 3:
      return generation(({ id }) => id === fourCandidates, { aspectRatio: '1:1' })
    case 4:
      return generation(({ id }) => id === fourCandidates, { aspectRatio: '1:1' }, [
        chance.percent(50) ? small : 'https://pictures.example/a.png',
      ])
    case 5:
      return generation(({ extra }) => extra.pricingPerSec !== undefined && extra.tiers === undefined, {
        aspectRatio: '16:9',
        duration: 4,
        resolution: '720p',
      })
    case 6:
      return skill('remove-bg', {}, { imageUrl: small })
    case 7:
      return skill('product-detail', { modules: modules.slice(0, 1 + chance.below(4)) }, { productImage: small })
    case 8:
      return skill('brand-poster', { brand: 'Lumen' })
    case 9:
      return skill('white-bg', { mode: 'white' }, { productImage: small })
    default: {
      const upscale = skill(
        'upscale',
        { mode: 'crisp', allowDownscale: false },
        { imageUrl: chance.percent(30) ? large : small },
      )
      upscale.fields.confirmedCredits = upscale.quote.credits
      return upscale
    }
  }
}

const sourceOf = (text: string) => (text.startsWith('https:') ? { url: text } : { path: text })

const fourCandidates = modelOf('IMG-B')
