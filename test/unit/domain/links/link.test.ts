import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGalleryId } from '../../../../src/domain/gallery/id.ts'
import { isLink, type Link, link, linkScreens, longestLink, parseLink } from '../../../../src/domain/links/link.ts'
import { visibleText } from '../../../../src/domain/links/visible-text.ts'

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,20}$/)
const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()
const nowhere = (given: string): string => {
  const read = parseLink(given)
  return read.to === 'nowhere' ? read.words : `leads to ${read.to}`
}

/** What nobody sees, or what turns the direction of the words around it. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/u
const seen = (text: string): boolean => !unseen.test(text.replace(/\n|\u200c|\u200d|[\ufe00-\ufe0f]/gu, ''))

/** Every text that a link carries on. */
function textsOf(found: Link): string[] {
  switch (found.to) {
    case 'screen':
    case 'nowhere':
      return []
    case 'create':
      return [found.prompt, found.model, found.ratio].filter((text) => text !== null)
    case 'skill':
      return [found.skill, ...found.values.flatMap(({ field, value }) => [field, value])]
    case 'gallery':
    case 'receipt':
    case 'asset':
      return [found.id]
  }
}

describe('a link', () => {
  it.each(linkScreens)('opens the screen %s', (screen) => {
    for (const form of [screen, `${screen}/`, screen.toUpperCase()])
      expect(parseLink(`printroom://${form}`)).toEqual({ to: 'screen', screen })
  })

  it('fills Create with a prompt, a model and a ratio, as they were written', () => {
    const text = fc.string({ minLength: 1, maxLength: 200 }).filter((prompt) => prompt.trim() !== '' && seen(prompt))
    fc.assert(
      fc.property(text, word, fc.constantFrom('1:1', '16:9', 'auto'), (prompt, model, ratio) => {
        expect(parseLink(`printroom://create?${query({ prompt, model, ratio })}`)).toEqual({
          to: 'create',
          prompt,
          model,
          ratio,
        })
      }),
    )
  })

  it('fills only what it names, and nothing with nothing', () => {
    expect(parseLink('printroom://create?prompt=a+boat')).toMatchObject({ prompt: 'a boat', model: null, ratio: null })
    expect(parseLink('printroom://create?prompt=%20%20')).toEqual({ to: 'screen', screen: 'create' })
    expect(parseLink('printroom://create/?model=x')).toMatchObject({ to: 'create', prompt: null, model: 'x' })
  })

  it('leads to a Skill with fields as they were written', () => {
    fc.assert(
      fc.property(word, fc.string({ maxLength: 80 }).filter(seen), (field, value) => {
        expect(parseLink(`printroom://skills/white-bg?${query({ [field]: value })}`)).toEqual({
          to: 'skill',
          skill: 'white-bg',
          values: [{ field, value }],
        })
      }),
    )
  })

  it('leads to a receipt, a picture of the library, a curated picture', () => {
    const id = '0b8f6a1e-9c1d-4c53-8a55-0d3a5f0f2c11'
    expect(parseLink(`printroom://receipts/${id}`)).toEqual({ to: 'receipt', id })
    expect(parseLink(`printroom://library/${id}.0.1`)).toEqual({ to: 'asset', id: `${id}.0.1` })
    expect(parseLink('printroom://gallery/g7k2m9q4')).toEqual({ to: 'gallery', id: 'g7k2m9q4' })
  })
})

describe('a hostile link', () => {
  it.each([
    // What a link may not do has no words for it.
    'printroom://approve',
    'printroom://create/approve?prompt=x',
    'printroom://key?value=svc_sk_1',
    'printroom://settings/service?address=https://evil.example',
    'printroom://queue/resume',
    // The app's own addresses.
    'printroom://app/index.html',
    'printroom://file/%2Fetc%2Fpasswd/thumbnail',
    'printroom://library/a/full',
    // Names that climb, or are none.
    'printroom://library/..%2F..%2Fetc',
    'printroom://receipts/%00',
    'printroom://receipts/a%20b',
    'printroom://gallery/a%5Cb',
    'printroom://gallery/a%2Fb',
    'printroom://skills/..%2fapp',
    'printroom://skills/__proto__',
    'printroom://skills//remove-bg',
    // Other shapes of address.
    'printroom:create?prompt=x',
    'printroom:///create',
    'printroom://me:secret@create?prompt=x',
    'printroom://create:81?prompt=x',
    'printroom://create?prompt=x#send',
    'printroom://create?prompt=x&prompt=y',
    'printroom://create?prompt=%',
    ' printroom://create?prompt=x',
    'printroom://create?prompt=x\n--inspect=9229',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://printroom.example/create',
    '',
    'printroom:',
    'printroom://',
    'printroom://%zz',
    'printroom://receipts/%zz',
  ])('%j', (given) => {
    const read = parseLink(given)
    if (given.endsWith('prompt=%')) expect(read).toMatchObject({ to: 'create', prompt: '%' })
    else expect(nowhere(given)).toContain('Nothing was changed or sent.')
  })

  it.each(['reference', 'references', 'count', 'send', 'yes', 'key', 'address', 'quoteId', 'credits', 'media'])(
    'sets %s in Create: the whole of it is left',
    (field) => {
      expect(nowhere(`printroom://create?prompt=x&${field}=1`)).toContain(`“${field}”`)
    },
  )

  it('climbs: the steps up are gone before it is read, as in any address', () => {
    expect(parseLink('printroom://gallery/%2e%2e')).toEqual({ to: 'screen', screen: 'gallery' })
    expect(parseLink('printroom://library/../../create')).toEqual(parseLink('printroom://library/create'))
  })

  it('sets something on a screen that has nothing to be set', () => {
    expect(nowhere('printroom://settings?key=svc_sk_1')).toContain('“key”')
    expect(nowhere('printroom://receipts/abc?resend=1')).toContain('“resend”')
    expect(nowhere('printroom://queue?%3Cb%3E=1')).toContain('something that no link may set')
  })

  it('is longer than is read', () => {
    const prompt = 'x'.repeat(longestLink)
    expect(nowhere(`printroom://create?prompt=${prompt}`)).toContain('longer')
  })

  it('hides words in a prompt: what nobody sees is not carried on', () => {
    const hidden = [...'send it'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')
    const given = `a boat${hidden}\u202e\u2066\u0000\u001b[2J\u{e0101}, dusk\r\nsecond`
    expect(parseLink(`printroom://create?${query({ prompt: given })}`)).toMatchObject({
      prompt: 'a boat[2J, dusk\nsecond',
    })
  })

  it('leaves the joiners that emoji and scripts are written with', () => {
    for (const text of ['👩‍🚀 on the moon ❤️', 'می‌خواهم', 'क्‍ष']) expect(visibleText(text)).toBe(text)
  })

  it('leaves no row of marks that spells hidden words, and every emoji whole (L12)', () => {
    for (const text of ['👩‍🎨 paints', '🏳️‍🌈', '👩🏽‍🚀', '1️⃣ ‼️', 'می‌خواهم']) expect(visibleText(text)).toBe(text)
    expect(visibleText('a boat\ufe00\ufe01\ufe02, \ufe03\u200d\u200cdusk\u200d\u200d')).toBe('a boat\ufe00, dusk')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const seen = visibleText(text)
        expect(visibleText(seen)).toBe(seen)
        expect(seen).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e0fff}\0\u200b]/u)
      }),
    )
  })

  const pieces = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('printroom:', '//', '/', '?', '&', '=', '%', '#', '@', ':', '..', 'create', 'skills', 'library'),
    fc.constantFrom('gallery', 'receipts', 'settings', 'prompt', 'model', 'file:///etc/passwd', 'svc_sk_x', '%2e%2e'),
    fc.constantFrom('__proto__', 'constructor', 'remove-bg', '\u202e', '\ud800', '%F0%9F%98%80', '%c0%ae'),
  )
  const hostile = fc.oneof(
    fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
    fc.array(pieces, { maxLength: 12 }).map((parts) => `printroom://${parts.join('')}`),
    fc.webUrl({ withQueryParameters: true }).map((url) => url.replace(/^https?:/, 'printroom:')),
  )

  it('of any kind is answered with one of the few places, in the contract’s form, within its bounds', () => {
    fc.assert(
      fc.property(hostile, (given) => {
        const read = parseLink(given)
        expect(link.parse(read)).toEqual(read)
        for (const text of textsOf(read)) expect(seen(text)).toBe(true)
        if (read.to === 'receipt' || read.to === 'asset') expect(read.id).toMatch(/^[A-Za-z0-9_-]+[.0-9]*$/)
        if (read.to === 'gallery') expect(isGalleryId(read.id)).toBe(true)
        if (read.to === 'skill') expect(read.skill).toMatch(/^[a-z0-9][a-z0-9-]*$/)
        if (read.to === 'nowhere') expect(read.words).toMatch(/Nothing was changed or sent\.$/)
      }),
      { numRuns: 2000 },
    )
  })

  it('names no file, key, address, consent or approval: there is no member for one', () => {
    const members = link.options.flatMap((option) => Object.keys(option.shape))
    expect([...new Set(members)].sort()).toEqual(
      ['id', 'model', 'prompt', 'ratio', 'screen', 'skill', 'to', 'values', 'words'].sort(),
    )
  })
})

describe('a word of a command line', () => {
  it.each(['printroom://create', 'PRINTROOM:x', 'printroom:'])('%s is a link', (text) =>
    expect(isLink(text)).toBe(true),
  )
  it.each(['/home/printroom:x', 'printroom', '--printroom://create', 'file:///a', ''])('%j is none', (text) =>
    expect(isLink(text)).toBe(false),
  )
})
