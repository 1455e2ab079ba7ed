import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { colourNameOf, colourNames, coloursOf } from '../../../../src/domain/library/colours.ts'
import { paletteText, readPalette } from '../../../../src/domain/library/palette.ts'

describe('the colours of a library', () => {
  it('are named as people name them', () => {
    const named = {
      '#ff0000': 'red',
      '#b22222': 'red',
      '#ff8c00': 'orange',
      '#ffd700': 'yellow',
      '#228b22': 'green',
      '#9acd32': 'green',
      '#008b8b': 'teal',
      '#40e0d0': 'teal',
      '#0000ff': 'blue',
      '#4682b4': 'blue',
      '#000080': 'blue',
      '#87ceeb': 'blue',
      '#8a2be2': 'purple',
      '#800080': 'purple',
      '#ff69b4': 'pink',
      '#ffc0cb': 'pink',
      '#8b4513': 'brown',
      '#a0785a': 'brown',
      '#000000': 'black',
      '#111111': 'black',
      '#808080': 'grey',
      '#c8c8c8': 'grey',
      '#ffffff': 'white',
      '#f7f7f5': 'white',
    }
    expect(Object.fromEntries(Object.keys(named).map((hex) => [hex, colourNameOf(hex)]))).toEqual(named)
  })

  it('a strong one counts where it is small, a grey ground where it is much, and shades of one together', () => {
    expect([...coloursOf('#ffffff:60 #d01818:9 #808080:15 #2040c0:5 #3050d0:4')]).toEqual([
      ['white', 60],
      ['red', 9],
      ['blue', 9],
    ])
    expect([...coloursOf('')]).toEqual([])
  })

  it('of any sRGB have one name, and a palette is read as it was written', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
    const palette = fc.array(fc.record({ hex, share: fc.integer({ min: 0, max: 100 }) }), { maxLength: 6 })
    fc.assert(
      fc.property(palette, fc.string(), (colours, noise) => {
        expect(readPalette(paletteText(colours))).toEqual(colours)
        for (const colour of colours) expect(colourNames).toContain(colourNameOf(colour.hex))
        for (const [name, share] of coloursOf(noise))
          expect([colourNames.includes(name), share >= 8]).toEqual([true, true])
      }),
    )
  })
})
