import { modelOf } from './practice-models.ts'
import type { Chance } from './random.ts'

const modules = ['hero', 'detail', 'scene', 'material', 'usage', 'brand'] as const

/** The words of a command that orders a batch, of whatever kind chance gives. */
export function batchOf(chance: Chance, picture: string): string[] {
  const pictures = (most: number): string[] => Array.from({ length: 1 + chance.below(most) }, () => picture)
  switch (chance.below(5)) {
    case 0:
      return ['generate', '--prompt', 'a harbour', '--model', modelOf('IMG-A'), '--resolution', '1K']
    case 1:
      // Four candidates of one job.
      return ['generate', '--prompt', 'a tide', '--model', modelOf('IMG-B'), '--resolution', '1K', '--ref', picture]
    case 2: {
      const first = chance.below(4)
      const some = modules.slice(first, first + 2 + chance.below(3))
      return ['skill', 'product-detail', '--twice', ...pictures(2), '--set', `modules=${JSON.stringify(some)}`]
    }
    default:
      return ['skill', 'remove-bg', '--twice', ...pictures(4)]
  }
}
