import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyName, resultNames, safeName } from '../../../../src/domain/naming/file-name.ts'

const reserved = ['con', 'PRN', 'aux', 'NUL', 'com1', 'COM9', 'lpt1', 'LPT³', 'con.txt', 'nul.tar.gz']
/** Text as it comes from prompts and file systems: any code unit, and the awkward ones often. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({
    unit: fc.constantFrom(
      '.',
      '-',
      ' ',
      '/',
      '\\',
      ':',
      'a',
      'é',
      'e\u0301',
      '\u200d',
      '👩',
      '\ud800',
      '\0',
      '=',
      '\u0338',
      '漢',
      'ﬁ',
    ),
    maxLength: 120,
  }),
  fc.constantFrom(...reserved),
)

describe('a name made of any text', () => {
  const everyName = (check: (name: string) => void) =>
    fc.assert(
      fc.property(texts, (text) => {
        check(safeName(text))
      }),
      { numRuns: 5000 },
    )

  it('is never empty and never long', () => {
    everyName((name) => {
      expect(name.length).toBeGreaterThan(0)
      expect(name.length).toBeLessThanOrEqual(49)
    })
  })

  it('is in normal form C', () => {
    everyName((name) => expect(name).toBe(name.normalize('NFC')))
  })

  it('holds nothing that separates folders or that a platform forbids', () => {
    everyName((name) => expect(name).not.toMatch(/[\\/:*?"<>|\s]|[\p{Cc}\p{Cf}\p{Cs}]/u))
  })

  it('neither begins nor ends with a dot or a dash', () => {
    everyName((name) => expect(name).not.toMatch(/^[.-]|[.-]$/))
  })

  it('is none of the names that Windows keeps for itself', () => {
    everyName((name) => expect(name.split('.')[0]).not.toMatch(/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i))
    for (const name of reserved) expect(safeName(name)).toMatch(/^_/)
  })

  it('stays itself when it is made safe again', () => {
    everyName((name) => expect(safeName(name, 49)).toBe(name))
  })

  it('keeps what can be kept', () => {
    expect(safeName('A fox, at dusk')).toBe('A-fox,-at-dusk')
    expect(safeName('café')).toBe('café')
    expect(safeName('../../etc/passwd')).toBe('etc-passwd')
  })
})

describe('names of results', () => {
  it('tell requests and places apart', () => {
    const id = '0b7c3a52-6f0e-4c39-9d6b-5a6f3f1f2a01'
    const one = resultNames('A fox', id, 0, 1, '.png')
    expect([one.numbered(1), one.numbered(2), one.own]).toEqual(['A-fox.png', 'A-fox-2.png', 'A-fox-0b7c3a52.png'])
    const second = resultNames('A fox', id, 1, 4, '.png')
    expect([second.numbered(1), second.numbered(2), second.own]).toEqual([
      'A-fox_02.png',
      'A-fox-2_02.png',
      'A-fox-0b7c3a52_02.png',
    ])
  })

  it('fit into 255 bytes on every file system', () => {
    fc.assert(
      fc.property(texts, fc.uuid(), (text, id) => {
        expect(Buffer.byteLength(resultNames(text, id, 98, 99, '.webp').own)).toBeLessThanOrEqual(255)
        expect(Buffer.byteLength(copyName(text, 'product-detail', 'webp', 9999))).toBeLessThanOrEqual(255)
      }),
    )
  })

  it('of copies count up and lose the source’s ending', () => {
    expect(copyName('fox.tar.jpeg', 'remove-bg', 'png')).toBe('fox.tar-remove-bg.png')
    expect(copyName('fox.jpeg', 'remove-bg', 'png', 2)).toBe('fox-remove-bg-2.png')
    expect(copyName('.jpeg', 'x', 'png')).toBe('picture-x.png')
  })
})
