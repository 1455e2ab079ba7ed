import { describe, expect, it } from 'vitest'
import { pastedReferences } from '../../../src/renderer/stores/pasted.ts'

describe('a pasted text', () => {
  it('is references where its lines are paths or public addresses, and else a text', () => {
    expect(pastedReferences('"/home/a b.jpg"\nC:\\c.png\n\nhttps://a.example/d.webp\n')).toEqual({
      namesFiles: true,
      addresses: ['https://a.example/d.webp'],
    })
    expect(pastedReferences('https://a.example/d.webp')).toEqual({
      namesFiles: false,
      addresses: ['https://a.example/d.webp'],
    })
    expect(pastedReferences('A red boat at dusk')).toBeNull()
    expect(pastedReferences('http://a.example/d.webp')).toBeNull()
    expect(pastedReferences('')).toBeNull()
  })
})
