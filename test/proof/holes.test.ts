import { readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import type { Images } from '../../src/engine/images/port.ts'
import { useWorkshop } from '../engine/images/support/workshop.ts'
import { byLuck, type Damaged, damagedCase, shareOfDifference } from './support/holes.ts'
import { row } from './support/row.ts'

const shop = useWorkshop()
const workers = availableParallelism()
let images: Images
beforeAll(() => {
  images = shop.start({ workers })
})

const limits = { maxEdge: 4096, maxBytes: 3 * 2 ** 20 }
/** Of the picture: what may be wrong with it and is told, or is too little to be seen. */
const named = 0.02
/** What is told may be wrong by so much. */
const tolerance = 0.1

row(
  {
    name: 'holes',
    title:
      'a picture that a disk ruined is refused before it is paid for, or the share that is lost is told: zeros, noise and sectors in wrong places over any part of any format (P6, L3)',
    small: 120,
    large: 10_000,
    atOnce: 3 * workers,
  },
  async ({ index, seed }) => {
    const one = await damagedCase(seed)
    const path = await shop.write(`holes-${index}`, one.bytes)
    try {
      await expect(isRight(path, one)).resolves.toBe(true)
    } catch (error) {
      throw new Error(`${one.told}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    } finally {
      await rm(path)
    }
  },
)

test('of codes that any bits may be, in a lossy WebP, nearly every hole is noticed (P6)', async () => {
  const unseen: string[] = []
  for (let seed = 1; seed <= 100; seed += 1) {
    const one = await byLuck(seed)
    const path = await shop.write(`luck-${seed}`, one.bytes)
    await isRight(path, one).catch(() => unseen.push(one.told))
  }
  expect(unseen.length, unseen.join('; ')).toBeLessThanOrEqual(2)
})

async function isRight(path: string, { whole, bytes }: Damaged): Promise<boolean> {
  const prepared = await images.prepareReference(path, limits)
  const isWhole = bytes.equals(whole)
  // A verdict against a whole picture would keep it from its owner.
  if (prepared.decision === 'refused') {
    if (isWhole) throw new Error(`a whole one is refused: ${prepared.reason}`)
    return true
  }
  if (isWhole) {
    await images.examine(path)
    return true
  }
  const truth = await shareOfDifference(await readFile(prepared.path), whole)
  const [, said] = /([\d.]+) % of the picture/.exec(prepared.steps.join('; ')) ?? []
  const isTold = said !== undefined && Math.abs(Number(said) / 100 - truth) <= tolerance
  if (truth > named && !isTold)
    throw new Error(
      `${Math.round(truth * 100)} % is wrong, and this is said: ${prepared.steps.join('; ') || 'nothing'}`,
    )
  return true
}
