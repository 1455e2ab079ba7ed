import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/domain/json.ts'
import { modelOf } from '../../../support/catalogue.ts'
import { checked, inTheWay, wordsOf } from '../../../support/generation-checks.ts'
import { videoModels } from '../../../support/video-models.ts'

describe('options that some image models use', () => {
  it.each(['low', 'medium', 'high'])('quality may be %s (O32)', (quality) => {
    expect(checked({ quality })).toMatchObject({ fields: { quality }, problems: [] })
  })

  it.each(['', 'Low', 'hd', 'best'])('quality may not be %j (O32)', (quality) => {
    expect(inTheWay({ quality })).toEqual(['quality'])
    expect(wordsOf({ quality })).toContain('low, medium, high')
  })

  it.each(['content', 'style'])('referenceType may be %s (O36)', (referenceType) => {
    expect(checked({ referenceType })).toMatchObject({ fields: { referenceType }, problems: [] })
  })

  it.each(['', 'Style', 'subject'])('referenceType may not be %j (O36)', (referenceType) => {
    expect(inTheWay({ referenceType })).toEqual(['referenceType'])
    expect(wordsOf({ referenceType })).toContain('content, style')
  })

  it('are sent only when set: no model is known by name (O32, O35, O36)', () => {
    for (const name of ['quality', 'referenceType', 'niji7Options']) expect(checked().fields).not.toHaveProperty(name)
  })

  it('are refused for videos, which do not have them (O32, O35, O36)', () => {
    expect(inTheWay({ quality: 'low', referenceType: 'style', niji7Options: {} }, videoModels.k)).toEqual([
      'quality',
      'referenceType',
      'niji7Options',
    ])
  })
})

const niji = (name: string, value: Json) => inTheWay({ niji7Options: { [name]: value } })

describe('the seven niji7Options', () => {
  it.each([
    ['stylize', 0, 1000],
    ['chaos', 0, 100],
    ['iw', 0, 2],
    ['sw', 0, 1000],
  ])('%s goes from %i to %i and not beyond (O35)', (name, least, most) => {
    for (const value of [least, most, (least + most) / 2]) expect(niji(name, value)).toEqual([])
    for (const value of [least - 0.001, most + 0.001, -1, most + 1, String(most), true, null, [least]])
      expect(niji(name, value), JSON.stringify(value)).toEqual(['niji7Options'])
    expect(wordsOf({ niji7Options: { [name]: most + 1 } })).toContain(
      `niji7Options.${name} goes from ${least} to ${most}`,
    )
  })

  it('raw is true or false (O35)', () => {
    for (const value of [true, false]) expect(niji('raw', value)).toEqual([])
    for (const value of ['true', 1, 0, null]) expect(niji('raw', value)).toEqual(['niji7Options'])
  })

  it('sref is an address or a text (O35)', () => {
    for (const value of ['https://pictures.example/a.png', '1234567890', '']) expect(niji('sref', value)).toEqual([])
    for (const value of [1234567890, null, {}]) expect(niji('sref', value)).toEqual(['niji7Options'])
  })

  it('quality is the text “1” or “4”, not a number (O35)', () => {
    for (const value of ['1', '4']) expect(niji('quality', value)).toEqual([])
    for (const value of [1, 4, '2', 'high', '']) expect(niji('quality', value)).toEqual(['niji7Options'])
  })

  it.each(['Stylize', 'seed', 'toString', '__proto__', 'constructor'])('there is no %s (O35)', (name) => {
    expect(inTheWay({ niji7Options: JSON.parse(`{"${name}":1}`) })).toEqual(['niji7Options'])
    expect(wordsOf({ niji7Options: JSON.parse(`{"${name}":1}`) })).toContain(
      'stylize, chaos, raw, iw, sref, sw, quality',
    )
  })

  it.each([[[]], ['high'], [5], [null], [true]] as [Json][])('are an object, not %j (O35)', (niji7Options) => {
    expect(inTheWay({ niji7Options })).toEqual(['niji7Options'])
  })

  it('may stand together, each wrong one named (O35)', () => {
    const right = { stylize: 1000, chaos: 0, raw: false, iw: 0.5, sref: 'x', sw: 100, quality: '4' }
    expect(checked({ niji7Options: right })).toMatchObject({ fields: { niji7Options: right }, problems: [] })
    const words = wordsOf({ niji7Options: { ...right, chaos: 101, iw: 3 } }, modelOf())
    expect(words).toContain('niji7Options.chaos')
    expect(words).toContain('niji7Options.iw')
    expect(words).not.toContain('niji7Options.stylize')
  })
})
