import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inlineMaxBytes } from '../../src/engine/images/limits.ts'
import { textured } from '../engine/images/support/pictures.ts'
import { eventsOf, practiceHome, printroom, resultOf, samplePhoto } from '../support/terminal.ts'

const size = { width: 2600, height: 2000 }
const fast = { env: { PRINTROOM_TIME_SCALE: '20' } }
const folder = mkdtempSync(join(tmpdir(), 'printroom-test-'))
/** Between what an upload takes and what upscale takes. */
const between = join(folder, 'between.jpg')
/** Transparent, noisy, and longer than the one lossy format with transparency can hold. */
const strip = join(folder, 'strip.png')
let place: Awaited<ReturnType<typeof practiceHome>>

beforeAll(async () => {
  await textured(size.width, size.height).jpeg({ quality: 100 }).toFile(between)
  const raw = { width: 16_400, height: 150, channels: 4 } as const
  await sharp(randomBytes(16_400 * 150 * 4), { raw })
    .png()
    .toFile(strip)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

const run = (...args: string[]) => printroom([...place.words, '--yes', ...args], fast)

describe('an original too large for an upload, in the terminal', () => {
  it('asks with the quality of the copy, status 3, and --yes does not answer for it; what fits goes on (A1)', async () => {
    const ran = await run('skill', 'upscale', between, samplePhoto, '--wait')
    expect(ran.status).toBe(3)
    const [asked] = eventsOf(ran, 'prepared')
    expect(asked).toMatchObject({ source: between, decision: 'needs-url', bytes: statSync(between).size, ...size })
    const copy = asked?.reencode as { quality: number; bytes: number } | undefined
    expect(copy?.bytes).toBeLessThanOrEqual(inlineMaxBytes)
    expect(ran.stderr).toContain(`quality ${copy?.quality} of 100`)
    expect(ran.stderr).toMatch(/Nothing was sent or charged\. Give the original’s public https address.*\n--reencode/)
    expect(eventsOf(ran, 'quote')).toMatchObject([{ credits: 5 }])
    expect(resultOf(ran)).toMatchObject([{ state: 'completed', creditsUsed: 5 }])
  })

  it('by itself makes no order at all, quoted or sent (A1)', async () => {
    for (const words of [
      ['skill', 'upscale', between],
      ['quote', 'skill', 'upscale', between],
    ]) {
      const ran = await run(...words)
      expect([ran.status, resultOf(ran)]).toEqual([3, []])
    }
    expect((await run('receipts', 'list')).lines).toEqual([])
  })

  it('goes with --reencode as the copy that the quote names (A1)', async () => {
    const ran = await run('skill', 'upscale', between, '--reencode', '--wait')
    expect(ran.status, ran.stderr).toBe(0)
    const [copy] = eventsOf(ran, 'quote').flatMap(({ reencoded }) => reencoded as { source: string; quality: number }[])
    expect(copy?.source).toBe(between)
    expect(ran.stderr).toContain(`between.jpg goes as a copy encoded again at quality ${copy?.quality} of 100`)
    expect(eventsOf(ran, 'asset')).toMatchObject([{ width: 2 * size.width, height: 2 * size.height }])
    const shown = await run('receipts', 'show', String(resultOf(ran)[0]?.id))
    expect(shown.stdout).toContain(`quality ${copy?.quality} of 100`)
  })

  it('takes --reencode only where there is an original: status 2', async () => {
    const out = join(place.home, 'out')
    for (const words of [
      ['skill', 'remove-bg', samplePhoto],
      ['quote', 'generate', '--prompt', 'x'],
      ['prepare', samplePhoto, '--for', 'reference', '--out', out],
    ]) {
      const ran = await run(...words, '--reencode')
      expect(ran.status, words.join(' ')).toBe(2)
      expect(ran.stderr).toContain('--reencode')
    }
  })
})

describe('prepare --for upscale', () => {
  it('keeps the size within 9,500,000 bytes, and names the copy that an upload would take (A1, O116)', async () => {
    const out = join(place.home, 'out')
    const ran = await run('prepare', between, samplePhoto, '--for', 'upscale', '--out', out)
    expect(ran.status).toBe(0)
    const [large, small] = eventsOf(ran, 'prepared')
    expect(large).toMatchObject({
      decision: 'as-is',
      ...size,
      willAskResize: false,
      reencode: { quality: expect.any(Number) },
    })
    expect(small).toMatchObject({ decision: 'as-is', width: 1800 })
    expect(small).not.toHaveProperty('reencode')
    expect(readdirSync(out).sort()).toEqual(['between-upscale.jpg', 'sample-upscale.jpg'])
  })

  it('makes that copy with --reencode (A1)', async () => {
    const out = join(place.home, 'out')
    const ran = await run('prepare', between, '--for', 'upscale', '--reencode', '--out', out)
    expect(ran.status).toBe(0)
    expect(eventsOf(ran, 'prepared')).toMatchObject([{ decision: 'encoded', ...size }])
    expect(statSync(join(out, 'between-upscale.jpg')).size).toBeLessThanOrEqual(inlineMaxBytes)
  })

  it('asks for the address where no encoding is good enough: needs-url, status 3, and says a resize is coming (O109, O116)', async () => {
    const out = join(place.home, 'out')
    const ran = await run('prepare', strip, '--for', 'upscale', '--out', out)
    expect(ran.status).toBe(3)
    const [asked] = eventsOf(ran, 'prepared')
    expect(asked).toMatchObject({ decision: 'needs-url', width: 16_400, height: 150, willAskResize: true })
    expect(asked?.reason).toMatch(/public HTTPS address/)
    expect(ran.stderr).toContain('will ask before it makes it smaller')
    expect(readdirSync(out)).toEqual([])
  })
})
