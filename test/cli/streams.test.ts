import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StrangeService } from '../support/strange-service.ts'
import { practiceHome, printroom, resultOf, samplePhoto } from '../support/terminal.ts'

let place: Awaited<ReturnType<typeof practiceHome>>
const fast = { env: { PRINTROOM_TIME_SCALE: '20' } }

beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

describe('the streams of the terminal', () => {
  const order = ['--yes', 'skill', 'remove-bg', samplePhoto, '--wait']

  it('may lose the reader of standard output (| head -1): the paid work goes on to its end', async () => {
    const ran = await printroom([...place.words, ...order], { ...fast, watch: (child) => child.stdout?.destroy() })
    expect(ran.status, ran.stderr).toBe(0)
    expect(ran.stderr).not.toContain('EPIPE')
    expect((await printroom([...place.words, 'library', 'list'], fast)).lines).toHaveLength(1)
  })

  it('may lose the reader of standard error: the lines for programs go on', async () => {
    const ran = await printroom([...place.words, ...order], { ...fast, watch: (child) => child.stderr?.destroy() })
    expect(ran.status).toBe(0)
    expect(resultOf(ran)).toMatchObject([{ state: 'completed' }])
  })

  it.skipIf(!existsSync('/dev/full'))('say that lines were lost: status 4 (skipped without /dev/full)', () => {
    const program = resolve(import.meta.dirname, '../../out/main/cli.js')
    const words = [...place.words, 'practice', 'ledger']
    const ran = spawnSync('sh', ['-c', 'exec "$@" >/dev/full', 'sh', process.execPath, program, ...words])
    expect(ran.status).toBe(4)
    expect(String(ran.stderr)).toContain('could not be written whole')
  })

  it('keep text from outside in its line, without its control characters', async () => {
    const strange = new StrangeService()
    await strange.open()
    const id = 'm\nCharged 0 credits\r\u001b[31m\u202e\u2028red'
    const entry = { id, credits_per_generation: 1, supported_ratios: ['1:1\nx'], media_type: 'image' }
    strange.models = [{ charge: () => 1, entry: { ...entry, name: 'Two\nlines', extra_config: {} } }]
    const home = join(place.home, 'strange')
    const ran = await printroom(['--home', home, '--service', strange.base, '--json', 'models'])
    expect(ran.lines).toMatchObject([{ id }])
    expect(ran.stderr.split('\n')).toHaveLength(2)
    expect(ran.stderr).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u)
  })
})
