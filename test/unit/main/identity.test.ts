import { expect, it } from 'vitest'
import { takesLinks } from '../../../src/main/identity.ts'

it('only an installed app makes itself the program for its links, no portable one and none under development', () => {
  expect(takesLinks(true, {})).toBe(true)
  expect(takesLinks(false, {})).toBe(false)
  expect(takesLinks(true, { PORTABLE_EXECUTABLE_FILE: 'D:\\Printroom.exe' })).toBe(false)
})
