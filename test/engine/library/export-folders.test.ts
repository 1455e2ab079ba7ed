import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exportsIn, sweepExports, unlessCalledOff } from '../../../src/engine/library/export-folders.ts'
import { newFolder } from '../../support/folders.ts'
import { t0 } from '../../support/receipts.ts'

const hour = 3_600_000

it('what a kill left of an export is cleared a day later, and nothing younger or beside it', async () => {
  const cache = newFolder()
  const put = (folder: string, ageMs: number): string => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '1.png'), 'bytes')
    utimesSync(folder, new Date(t0 - ageMs), new Date(t0 - ageMs))
    return folder
  }
  await sweepExports(cache, t0)
  const left = put(join(exportsIn(cache), 'old'), 25 * hour)
  const stays = [
    put(join(exportsIn(cache), 'young'), 23 * hour),
    put(join(exportsIn(cache), 'from a later clock'), -99 * hour),
    put(join(cache, 'prepared'), 99 * hour),
  ]
  await sweepExports(cache, t0)
  expect(existsSync(left)).toBe(false)
  expect(stays.filter((path) => !existsSync(path))).toEqual([])
})

it('who calls a work off hears of it at once, before it or during it, and who does not has its answer', async () => {
  const never = new Promise<string>(() => {})
  const during = new AbortController()
  const waited = unlessCalledOff(never, during.signal)
  during.abort(new Error('enough'))
  await expect(waited).rejects.toThrow('enough')
  await expect(unlessCalledOff(never, AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
  expect(await unlessCalledOff(Promise.resolve('made'), new AbortController().signal)).toBe('made')
  await expect(unlessCalledOff(Promise.reject(new Error('broken')), during.signal)).rejects.toThrow()
})
