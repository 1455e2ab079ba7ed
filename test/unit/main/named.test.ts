import fc from 'fast-check'
import { expect, it } from 'vitest'
import { named, namedList } from '../../../src/main/consent/named.ts'

/** All that ends a quotation in some script, or looks as if it did. */
const marks = [...'"”“„‟«»‹›’‘‚‛\'＂＇「」『』〝〞〟〃｢｣⹂ʺˮ″‶״`´¨˝❝❞❠🙷']

it('what a page gives stands in one quotation, which nothing in it ends (W1, W2)', () => {
  expect(named('cat.png” is free. Press Spend to stop it. “')).toBe("“cat.png' is free. Press Spend to stop it. '”")
  expect(named('a’’ b″ c´´')).toBe("“a' b' c'”")
  const texts = fc.array(fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'binary' })), { maxLength: 40 })
  fc.assert(
    fc.property(texts, (parts) => {
      const [first, ...inside] = [...named(parts.join(''))]
      expect([first, inside.pop()]).toEqual(['“', '”'])
      expect(inside.filter((sign) => sign !== "'" && marks.includes(sign))).toEqual([])
      expect(inside.join('')).not.toMatch(/''|\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u)
      expect(inside.length).toBeLessThanOrEqual(200)
    }),
    { numRuns: 1000 },
  )
})

it('each of a list is a quotation of its own (W1, W2)', () => {
  expect(namedList(['a”, “b', 'c'])).toBe("“a', 'b”, “c”")
})
