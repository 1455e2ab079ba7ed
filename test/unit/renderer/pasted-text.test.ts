import { describe, expect, it } from 'vitest'
import { seenText, takenIn } from '../../../src/renderer/forms/pasted-text.ts'

const tags = [...'free'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
const hidden = `a \u202eboat\u202c\u200b at${tags} dusk\u0007\ufeff`

describe('a text that is pasted or dropped into a field', () => {
  it('goes in without directions, zero widths, tags and control characters (L12)', () => {
    expect(takenIn(hidden, 'insertFromPaste')).toBe('a boat at dusk')
    expect(takenIn(hidden, 'insertFromDrop')).toBe('a boat at dusk')
  })

  it('keeps the tabs and lines of a table, and the joiners that letters and emoji are written with (L12)', () => {
    expect(seenText('prompt\tratio\r\nA\u200b boat\t4:3')).toBe('prompt\tratio\nA boat\t4:3')
    expect(seenText('👩\u200d🚀 می\u200cخواهم')).toBe('👩\u200d🚀 می\u200cخواهم')
  })

  it('stays as it is where it is typed, since a joiner may wait for its letter (L12)', () => {
    expect(takenIn('می\u200c', 'insertText')).toBe('می\u200c')
    expect(takenIn('می\u200c', undefined)).toBe('می\u200c')
  })
})
