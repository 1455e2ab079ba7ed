import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { galleryId, isGalleryId } from '../../../../src/domain/gallery/id.ts'

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,30}$/)

describe('the id of a curated picture', () => {
  it('is taken as it is given, whatever stands around it', () => {
    fc.assert(
      fc.property(id, fc.constantFrom('', ' ', '\n', '\t '), (one, space) => {
        expect(galleryId(`${space}${one}${space}`)).toBe(one)
      }),
    )
  })

  it('is taken out of a link of any host as text', () => {
    const host = fc.constantFrom('https://a.example', 'http://user:pass@127.0.0.1:81', 'a.example', 'HTTPS://A.EXAMPLE')
    const path = fc.constantFrom('/', '/gallery/', '/en/images/', '//')
    const end = fc.constantFrom('', '/', '?from=me', '#top', '/?utm=1&b=2#x')
    fc.assert(
      fc.property(host, path, id, end, (h, p, one, e) => {
        expect(galleryId(`${h}${p}${one}${e}`)).toBe(one)
      }),
    )
  })

  it.each([
    ['https://a.example/view?id=abc', 'abc'],
    ['https://a.example/view?image=a%20b', 'view'],
    ['<https://a.example/g/abc>', 'abc'],
    ['https://a.example/g/%61bc', 'abc'],
  ])('of %s is %s', (typed, found) => {
    expect(galleryId(typed)).toBe(found)
  })

  it.each([
    '',
    '   ',
    'https://a.example',
    'https://a.example/',
    'two words',
    'https://a.example/a b',
    '..',
    'https://a.example/g/..',
    'https://a.example/g/%2e%2e',
    'https://a.example/g/%2Fetc',
    'https://a.example/g/%zz',
    'x'.repeat(201),
  ])('is not seen in %j', (typed) => {
    expect(galleryId(typed)).toBeNull()
  })

  it('never leaves its place in an address (A39)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true })), (typed) => {
        const found = galleryId(typed)
        if (found === null) return
        expect(isGalleryId(found)).toBe(true)
        const path = `/api/images/${encodeURIComponent(found)}`
        expect(new URL(path, 'https://service.example').pathname).toBe(path)
      }),
    )
  })
})
