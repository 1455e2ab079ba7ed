import { describe, expect, it } from 'vitest'
import { isLocal, sourceName } from '../../../../src/domain/request/sources.ts'

const file = { path: '/pictures/2026/lamp.png', name: 'lamp.png', sha256: 'ab', sizeBytes: 3 }

describe('what people call a source', () => {
  it('is the name of a file', () => {
    expect(isLocal(file)).toBe(true)
    expect(sourceName(file)).toBe('lamp.png')
  })

  it.each([
    ['https://shop.test/pictures/lamp.png', 'lamp.png'],
    ['https://shop.test/pictures/lamp.png?size=large/full#top', 'lamp.png'],
    ['https://shop.test/pictures/lamp#a?b', 'lamp'],
    ['https://shop.test/lamp//', 'lamp'],
    ['https://shop.test', 'shop.test'],
    ['?', '?'],
  ])('is the last part of an address: %s', (url, name) => {
    expect(isLocal({ url })).toBe(false)
    expect(sourceName({ url })).toBe(name)
  })
})
