import { expect, it } from 'vitest'
import { unrunRows } from '../../scripts/lib/unrun-rows.mjs'

it('a row of the proof that did not run, or broke off, is told and is no success', () => {
  const begun = (row: string) => row !== 'cuts'
  expect(unrunRows(['disk', 'kills'], new Map([['disk', 0]]), begun)).toEqual([])
  expect(unrunRows(['disk'], new Map([['disk', 1]]), begun)).toEqual(['Row disk ended with status 1.'])
  expect(unrunRows(['cuts', 'disk'], new Map([['cuts', 0]]), begun)).toEqual(['Row cuts was not begun.'])
})
