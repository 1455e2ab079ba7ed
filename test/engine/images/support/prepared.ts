import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { PreparedFile } from '../../../../src/engine/images/answers.ts'

/** What must hold of every prepared file, whatever it was made of. */
export async function expectSound(file: PreparedFile, limits: { maxBytes: number; maxEdge?: number }) {
  const prepared = await readFile(file.path)
  expect(createHash('sha256').update(prepared).digest('hex')).toBe(file.sha256)
  expect(prepared.length).toBe(file.sizeBytes)
  expect(file.sizeBytes).toBeLessThanOrEqual(limits.maxBytes)
  expect(Math.max(file.width, file.height)).toBeLessThanOrEqual(limits.maxEdge ?? Number.POSITIVE_INFINITY)
  const metadata = await sharp(prepared, { limitInputPixels: false }).metadata()
  expect([metadata.format, metadata.width, metadata.height]).toEqual([file.format, file.width, file.height])
  expect(metadata.orientation ?? 1).toBe(1)
  return { prepared, metadata }
}
