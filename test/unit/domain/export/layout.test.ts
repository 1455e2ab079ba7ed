import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExportPicture, exportFormats, exportScales, formatFacts } from '../../../../src/domain/export/choice.ts'
import { layoutOf } from '../../../../src/domain/export/layout.ts'
import { plannedFiles } from '../../../../src/domain/export/plan.ts'
import { exportPictures } from '../../../support/export-choices.ts'

const edge = fc.integer({ min: 1, max: 20_000 })
const picture = fc.record({ width: edge, height: edge })
const base: ExportPicture = {
  format: 'png',
  quality: 80,
  size: { by: 'original' },
  scales: [1],
  trim: false,
  padding: 0,
  background: null,
  profile: 'srgb',
}

describe('the size of an exported file', () => {
  it('is never beyond the picture’s own pixels, what was asked or what the format can be, and of the picture’s shape', () => {
    fc.assert(
      fc.property(picture, exportPictures, (own, choice) => {
        for (const { scale } of plannedFiles(choice)) {
          const { content, padding, canvas } = layoutOf(own, choice, scale)
          expect(Math.min(content.width, content.height)).toBeGreaterThanOrEqual(1)
          expect(content.width).toBeLessThanOrEqual(own.width)
          expect(content.height).toBeLessThanOrEqual(own.height)
          expect(canvas).toEqual({ width: content.width + 2 * padding, height: content.height + 2 * padding })
          expect(Math.max(canvas.width, canvas.height)).toBeLessThanOrEqual(formatFacts[choice.format].mostPixels)
          expect(padding).toBeLessThanOrEqual(choice.trim ? Math.round(choice.padding * scale) : 0)
          // One pixel of rounding on the shorter edge.
          const factor = content.width / own.width
          if (Math.min(content.width, content.height) > 1)
            expect(Math.abs(content.height - own.height * factor)).toBeLessThanOrEqual(1 + own.height / own.width)
          if (choice.size.by === 'longEdge') {
            const most = Math.ceil(choice.size.pixels * scale) + 1
            const least = choice.trim ? 2 * padding + 1 : 0
            expect(Math.max(canvas.width, canvas.height)).toBeLessThanOrEqual(Math.max(most, least))
          }
        }
      }),
    )
  })

  it('is larger for a larger scale, and the largest of an original has its own size', () => {
    fc.assert(
      fc.property(picture, exportPictures, (own, choice) => {
        const widths = plannedFiles(choice).map(({ scale }) => layoutOf(own, choice, scale).content.width)
        expect([...widths].sort((a, b) => a - b)).toEqual(widths)
        const fits = Math.max(own.width, own.height) <= formatFacts[choice.format].mostPixels
        if (choice.size.by === 'original' && fits) expect(widths.at(-1)).toBe(own.width)
      }),
    )
  })

  it('is what designers expect of edges, percents and scales, and tells where the picture is too small', () => {
    const own = { width: 2000, height: 1000 }
    const widths = (choice: Partial<ExportPicture>) =>
      plannedFiles({ ...base, ...choice }).map(({ scale }) => layoutOf(own, { ...base, ...choice }, scale).canvas.width)
    expect(widths({ scales: [1, 2] })).toEqual([1000, 2000])
    expect(widths({ size: { by: 'percent', percent: 25 }, scales: [1, 2] })).toEqual([500, 1000])
    expect(widths({ size: { by: 'longEdge', pixels: 400 }, scales: [2, 1] })).toEqual([400, 800])
    expect(widths({ size: { by: 'fit', width: null, height: 100 } })).toEqual([200])
    expect(widths({ size: { by: 'fit', width: 400, height: 100 } })).toEqual([200])
    const padded: Partial<ExportPicture> = { trim: true, padding: 10, scales: [1, 2] }
    expect(widths({ ...padded, size: { by: 'fit', width: 400, height: null } })).toEqual([400, 800])
    const large = layoutOf(own, { ...base, size: { by: 'longEdge', pixels: 4000 } }, 1)
    expect(large).toMatchObject({ canvas: own, isSmaller: true })
    expect(layoutOf(own, base, 1).isSmaller).toBe(false)
  })
})

describe('the files of an exported picture', () => {
  it('are one for each scale, named by it where it is not the only one of 1', () => {
    expect(plannedFiles({ format: 'webp', scales: [1] })).toEqual([{ scale: 1, ending: '', extension: 'webp' }])
    expect(plannedFiles({ format: 'jpeg', scales: [2, 1, 2] }).map(({ ending }) => ending)).toEqual(['@1x', '@2x'])
    expect(plannedFiles({ format: 'tiff', scales: [0.5] }).map(({ ending }) => ending)).toEqual(['@0.5x'])
    for (const format of exportFormats)
      expect(new Set(plannedFiles({ format, scales: [...exportScales] }).map(({ ending }) => ending)).size).toBe(6)
  })
})
