import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sweepIncoming } from '../../../src/engine/library/leftover-downloads.ts'
import { newFolder } from '../../support/folders.ts'
import { t0 } from '../../support/receipts.ts'

const hour = 3_600_000
const uuid = '0b7c3a52-6f0e-4c39-9d6b-5a6f3f1f2a01'

it('what a kill left of a file on its way is cleared a day later, and nothing else of the library (I7)', async () => {
  const library = newFolder()
  const put = (folder: string, name: string, ageMs: number): string => {
    mkdirSync(join(library, folder), { recursive: true })
    const path = join(library, folder, name)
    writeFileSync(path, 'bytes')
    utimesSync(path, new Date(t0 - ageMs), new Date(t0 - ageMs))
    return path
  }
  const left = put('2026-10', `.incoming-${uuid}`, 25 * hour)
  const outside = put('elsewhere', `.incoming-${uuid}`, 99 * hour)
  const stays = [
    outside,
    put('2026-11', `.incoming-${uuid}`, 23 * hour),
    put('2026-12', `.incoming-${uuid}`, -99 * hour),
    put('2026-10', 'a-lighthouse-0b7c3a52.png', 99 * hour),
    put('2026-10', '.incoming-notes', 99 * hour),
    put('2026-10', `.incoming-${uuid}.png`, 99 * hour),
  ]
  mkdirSync(join(library, '2026-09', `.incoming-${uuid}`), { recursive: true })
  symlinkSync(outside, join(library, '2026-10', `.incoming-${uuid.replaceAll('0', '1')}`))
  expect(await sweepIncoming(library, t0, AbortSignal.abort())).toBe(0)
  expect(existsSync(left)).toBe(true)
  expect(await sweepIncoming(library, t0, new AbortController().signal)).toBe(1)
  expect(existsSync(left)).toBe(false)
  expect(stays.filter((path) => !existsSync(path))).toEqual([])
  expect(await sweepIncoming(join(library, 'none'), t0, new AbortController().signal)).toBe(0)
})
