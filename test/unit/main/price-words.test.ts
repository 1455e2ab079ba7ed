import { afterAll, describe, expect, it } from 'vitest'
import { priceAtEnd } from '../../../src/main/consent/price-words.ts'
import { creditWords, figure } from '../../../src/renderer/format/format.ts'
import { languageTags } from '../../../src/renderer/format/languages.ts'
import { setLanguage, t } from '../../../src/renderer/format/messages.ts'

afterAll(() => setLanguage('en'))

describe.each(languageTags)('what the app’s own buttons end with in “%s”', (language) => {
  it.each([0, 1, 2, 0.5, 12, 999, 1018.5, 1_234_567, 0.000001])('says %d credits (W1)', (credits) => {
    setLanguage(language)
    const act = t('Make {requests} sets', { requests: figure(3) })
    for (const [price, isPractice] of [
      [t('{credits} cr', { credits: figure(credits) }), false],
      [t('max {credits} cr', { credits: figure(credits) }), false],
      [t('{credits} (practice)', { credits: creditWords(credits) }), true],
    ] as const)
      expect(priceAtEnd(`${act} ${price}`), price).toEqual({ sum: credits, isPractice })
  })

  it('is no price without one (W1)', () => {
    setLanguage(language)
    for (const price of [t('price unknown'), t('unavailable'), '–'])
      expect(priceAtEnd(`${t('Make {requests} sets', { requests: figure(3) })} ${price}`)).toBeNull()
  })
})
