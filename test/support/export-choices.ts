import fc from 'fast-check'
import { type ExportPicture, exportFormats, exportScales } from '../../src/domain/export/choice.ts'

const pixels = fc.integer({ min: 1, max: 20_000 })

/** Any choice of an export that a person can make. */
export const exportPictures: fc.Arbitrary<ExportPicture> = fc.record({
  format: fc.constantFrom(...exportFormats),
  quality: fc.integer({ min: 1, max: 100 }),
  size: fc.oneof(
    fc.constant({ by: 'original' as const }),
    fc.integer({ min: 1, max: 100 }).map((percent) => ({ by: 'percent' as const, percent })),
    fc.record({ by: fc.constant('longEdge' as const), pixels }),
    fc.record({ by: fc.constant('fit' as const), width: fc.option(pixels), height: fc.option(pixels) }),
  ),
  scales: fc.uniqueArray(fc.constantFrom(...exportScales), { minLength: 1 }),
  trim: fc.boolean(),
  padding: fc.integer({ min: 0, max: 2000 }),
  background: fc.constantFrom(null, '#ffffff', '#0a141e'),
  profile: fc.constantFrom('srgb', 'original'),
})
