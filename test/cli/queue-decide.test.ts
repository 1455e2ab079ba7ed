import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { practiceHome, printroom, resultOf, samplePhoto } from '../support/terminal.ts'

let place: Awaited<ReturnType<typeof practiceHome>>
const run = (...words: string[]) => printroom([...place.words, ...words], { env: { PRINTROOM_TIME_SCALE: '20' } })

beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

const charges = async () => (await run('practice', 'ledger')).lines.filter((line) => line.kind === 'charge')

/** An order that the service asks about before it makes its original smaller. @returns its number */
async function askedForResize(): Promise<string> {
  const large = join(place.home, 'large.png')
  const create = { width: 5000, height: 100, channels: 3, background: '#336699' } as const
  await sharp({ create }).png().toFile(large)
  const asked = await run('--yes', 'skill', 'upscale', large, '--wait')
  expect(asked.status, asked.stderr).toBe(3)
  return String(resultOf(asked)[0]?.id)
}

describe('queue decide', () => {
  it('names the new order in place of the old one, and its status is the new one’s (O111, I2)', async () => {
    const old = await askedForResize()
    const decided = await run('queue', 'decide', old, 'accept-resize')
    expect(decided.status, decided.stderr).toBe(5)
    const [ended, anew] = resultOf(decided)
    expect([ended?.id, ended?.state, anew?.state]).toEqual([old, 'cancelled', 'queued'])
    expect(decided.stderr).toContain(`${anew?.id.slice(0, 8)} is the new order in its place`)
    const resumed = await run('resume', '--wait')
    expect(resultOf(resumed)).toMatchObject([{ id: anew?.id, state: 'completed' }])
    expect((await charges()).map((line) => line.requestId)).toEqual([anew?.id])
    expect((await run('queue', 'decide', old, 'accept-resize')).status).toBe(2)
    expect(await charges()).toHaveLength(1)
  })

  it('is told by queue list in words, each choice with its command and what it costs (S10)', async () => {
    const id = await askedForResize()
    const { stderr } = await run('queue', 'list')
    expect(stderr).toMatch(new RegExp(`queue decide ${id.slice(0, 8)} accept-resize: Resize and send \\(5 credits\\)`))
    expect(stderr).toMatch(new RegExp(`queue decide ${id.slice(0, 8)} leave: Cancel`))
  })

  it('keeps what --max-credits names as the most of the order in its receipt (M12)', async () => {
    const decided = await run('--max-credits', '9', 'queue', 'decide', await askedForResize(), 'accept-resize')
    expect(decided.status, decided.stderr).toBe(5)
    const shown = await run('receipts', 'show', String(resultOf(decided)[1]?.id))
    expect(shown.stdout + shown.stderr).toMatch(/by your decision, at 5 credits, 9 credits at most/)
  })

  it('with --wait brings the new order home: status 0 (O111)', async () => {
    const decided = await run('queue', 'decide', await askedForResize(), 'accept-resize', '--wait')
    expect(decided.status, decided.stderr).toBe(0)
    expect(resultOf(decided)).toMatchObject([
      { state: 'cancelled', assets: [] },
      { state: 'completed', creditsUsed: 5, assets: [expect.any(String)] },
    ])
  })

  it('carries nothing out above --max-credits: status 3, and it still asks', async () => {
    const id = await askedForResize()
    const above = await run('--max-credits', '4', 'queue', 'decide', id, 'accept-resize', '--wait')
    expect(above.status).toBe(3)
    expect(above.stderr).toMatch(/costs 5 credits, above --max-credits 4. Nothing was sent or charged/)
    expect(resultOf(above)).toMatchObject([{ id, state: 'needs-decision' }])
    expect((await run('queue', 'list')).lines).toMatchObject([{ id, state: 'needs-decision' }])
    // What costs nothing is not held to it.
    const left = await run('--max-credits', '0', 'queue', 'decide', id, 'leave')
    expect(resultOf(left)).toMatchObject([{ id, state: 'cancelled' }])
    expect(await charges()).toEqual([])
  })

  it('counts what a cap has stopped as an order at its price', async () => {
    await run('queue', 'pause')
    const [first] = resultOf(await run('--yes', 'skill', 'remove-bg', samplePhoto))
    await run('queue', 'cap', 'day', '1')
    await run('queue', 'resume')
    expect((await run('resume', '--wait')).status).toBe(3)
    const decide = (most: string) => run('--max-credits', most, 'queue', 'decide', String(first?.id), 'try-again')
    const looked = await run('queue', 'decide', String(first?.id), 'look-again')
    expect([looked.status, looked.stderr]).toEqual([2, expect.stringContaining('which “try-again” does')])
    const above = await decide('1')
    expect([above.status, above.stderr]).toEqual([3, expect.stringContaining('above --max-credits 1')])
    const within = await decide('2')
    expect([within.status, within.stderr]).toEqual([5, expect.not.stringContaining('--max-credits')])
    expect(await charges()).toEqual([])
  })
})

describe('queue cancel', () => {
  it('that comes too late prints the request, a sentence and a result with it: status 4', async () => {
    const [made] = resultOf(await run('--yes', 'skill', 'remove-bg', samplePhoto, '--wait'))
    const late = await run('queue', 'cancel', String(made?.id))
    expect(late.status).toBe(4)
    expect(late.stderr).toContain('cannot be taken out any more')
    expect(resultOf(late)).toEqual([made])
  })
})
