import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { inLanes } from '../../support/lanes.ts'

/** One case of a proof: the same seed and index make the same case again. */
export interface Case {
  index: number
  /** A number below 2³², different for each case and each seed of the run. */
  seed: number
}

export interface Row {
  /** As `npm run prove -- --row` calls it. */
  name: string
  /** What is shown, with the ids that it proves: the test's title. */
  title: string
  /** How many cases in `npm test`. Of counted ones: the first so many, or so many spread over all. */
  small: number | (() => Promise<number>)
  sample?: 'first' | 'spread'
  /** How many in all under `npm run prove`: a number, or how many there are once they were counted. */
  large: number | (() => Promise<number>)
  /** How many cases may be under way at once in `npm test`, beside other tests; and alone, under `npm run prove`. */
  atOnce?: number
  atOnceAlone?: number
  /** A case that hangs is a violation. */
  caseLimitMs?: number
}

/** What `npm run prove` asks for, in one variable: see scripts/prove.mjs. */
const askedFor = z.object({
  untilMs: z.number(),
  seed: z.number(),
  file: z.string(),
  /** Hash of what is proven: with other sources a row begins anew. */
  sources: z.string(),
  /** Only this case, to look at it again. */
  only: z.number().nullable(),
  /** Each `of`-th case from the `n`-th on: other processes run the others at the same time. */
  part: z.object({ n: z.number().int(), of: z.number().int() }),
})

const kept = z.object({
  row: z.string(),
  sources: z.string(),
  seed: z.number(),
  done: z.number(),
  target: z.number(),
  seconds: z.number(),
  violations: z.array(z.object({ index: z.number(), seed: z.number(), words: z.string() })),
})
type Kept = z.infer<typeof kept>

/** As much time as is asked for, and then to the end of the cases under way. */
const dayMs = 86_400_000

/**
 * A row of the proof: in `npm test` its small size; under `npm run prove` from where the last piece of the same
 * sources stopped until the time is up, with what was found kept in a file.
 */
export function row(asked: Row, run: (one: Case) => Promise<void>): void {
  const order = process.env.PRINTROOM_PROVE
  it(
    asked.title,
    async () => {
      if (order === undefined) return provesSmall(asked, run)
      await proves(asked, run, askedFor.parse(JSON.parse(order)))
    },
    order === undefined ? 900_000 : dayMs,
  )
}

async function provesSmall(asked: Row, run: (one: Case) => Promise<void>): Promise<void> {
  const total = typeof asked.large === 'number' ? asked.large : await asked.large()
  const count = Math.min(typeof asked.small === 'number' ? asked.small : await asked.small(), total)
  const step = asked.sample === 'spread' ? total / count : 1
  const failed: string[] = []
  await inLanes(asked.atOnce ?? 1, count, async (n) => {
    const one = { index: Math.floor(n * step), seed: seedOf(asked.name, 1, Math.floor(n * step)) }
    await limited(asked, one, run).catch((error) => failed.push(wordsOf(one, error)))
  })
  expect(failed).toEqual([])
  expect(count).toBeGreaterThan(0)
}

async function proves(
  asked: Row,
  run: (one: Case) => Promise<void>,
  { untilMs, seed, file, sources, only, part }: z.infer<typeof askedFor>,
): Promise<void> {
  if (only !== null) return run({ index: only, seed: seedOf(asked.name, seed, only) })
  const all = typeof asked.large === 'number' ? asked.large : await asked.large()
  const target = Math.ceil((all - part.n) / part.of)
  const before = readKept(file)
  const isSame = before !== null && before.sources === sources && before.seed === seed
  const state: Kept = isSame
    ? { ...before, target }
    : { row: asked.name, sources, seed, done: 0, target, seconds: 0, violations: [] }
  const secondsBefore = state.seconds
  const began = performance.now()
  // A piece at a time, so that what is written down as done was done: a killed run repeats a piece at most.
  while (state.done < target && Date.now() < untilMs) {
    const piece = Math.min(pieceOf(asked), target - state.done)
    const first = state.done
    await inLanes(lanesAlone(asked), piece, async (n) => {
      const index = (first + n) * part.of + part.n
      const one = { index, seed: seedOf(asked.name, seed, index) }
      await limited(asked, one, run).catch((error) =>
        state.violations.push({ ...one, words: wordsOf(one, error).slice(0, 2000) }),
      )
    })
    state.done += piece
    state.seconds = secondsBefore + (performance.now() - began) / 1000
    writeKept(file, state)
  }
  writeKept(file, state)
  expect(state.violations).toEqual([])
}

const lanesAlone = ({ atOnce = 1, atOnceAlone = atOnce }: Row): number => atOnceAlone

const pieceOf = (asked: Row): number =>
  typeof asked.large === 'number' && asked.large >= 100_000 ? 500 : 8 * lanesAlone(asked)

async function limited({ caseLimitMs = 120_000 }: Row, one: Case, run: (one: Case) => Promise<void>): Promise<void> {
  let limit: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(`it did not end within ${caseLimitMs} ms`)), caseLimitMs)
  })
  try {
    await Promise.race([run(one), late])
  } finally {
    clearTimeout(limit)
  }
}

/** Neighbouring cases share nothing. */
function seedOf(name: string, seed: number, index: number): number {
  return createHash('sha256').update(`${name} ${seed} ${index}`).digest().readUInt32LE(0)
}

const wordsOf = (one: Case, error: unknown): string =>
  `case ${one.index} (seed ${one.seed}): ${error instanceof Error ? error.message : String(error)}`

function readKept(file: string): Kept | null {
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

function writeKept(file: string, state: Kept): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(state, null, 2))
  renameSync(`${file}.new`, file)
}
