import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { practiceHome, printroom, type Ran, resultOf, samplePhoto } from '../support/terminal.ts'

// Practice's clock and all pauses run 20 times as fast, so that the second look-up of A8 takes 1.5 s.
const fast = { env: { PRINTROOM_TIME_SCALE: '20' } }

let place: Awaited<ReturnType<typeof practiceHome>>
beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

type When = { afterMs: number } | { at: string }

/** Runs a batch and kills it some time after it has shown its price, or when it first says something. */
async function killed(when: When): Promise<Ran> {
  let armed = false
  return printroom([...place.words, '--yes', 'skill', 'remove-bg', samplePhoto, samplePhoto, samplePhoto, '--wait'], {
    ...fast,
    watch: (child, stdout) => {
      if (armed || ('at' in when && !stdout.includes(when.at))) return
      armed = true
      setTimeout(() => child.kill('SIGKILL'), 'afterMs' in when ? when.afterMs : 0)
    },
  })
}

/** The practice service goes down with it, as in a power cut. */
async function killPractice(): Promise<void> {
  const text = readFileSync(join(place.home, 'practice/remote/practice.json'), 'utf8')
  const { control } = JSON.parse(text) as { control: string }
  const state = (await (await fetch(`${control}/state`)).json()) as { pid: number }
  process.kill(state.pid, 'SIGKILL')
}

interface LedgerLine {
  requestId?: string
  kind?: string
}

async function provenAfterResume(): Promise<void> {
  const before = (await printroom([...place.words, 'receipts', 'list'], fast)).lines.map((line) => String(line.id))
  const resumed = await printroom([...place.words, '--yes', 'resume', '--wait'], fast)
  expect(resumed.status, resumed.stderr).toBe(0)
  for (const { state } of resultOf(resumed)) expect(state).toBe('completed')

  const after = (await printroom([...place.words, 'receipts', 'list'], fast)).lines
  expect(after.map((line) => line.id).sort()).toEqual([...before].sort())
  for (const line of after) expect(line).toMatchObject({ state: 'completed', creditsUsed: 2 })

  const ledger = (await printroom([...place.words, 'practice', 'ledger'], fast)).lines as LedgerLine[]
  const charges = ledger.filter((line) => line.kind === 'charge').map((line) => line.requestId)
  expect(charges.sort()).toEqual([...before].sort())
  expect(ledger.filter((line) => line.kind === 'refund')).toEqual([])
  const library = (await printroom([...place.words, 'library', 'list'], fast)).lines
  expect(library.map((line) => line.request).sort()).toEqual([...before].sort())
}

describe('a batch that is killed', () => {
  // From before the first receipt to the middle of downloads.
  it.each([0, 15, 40, 80, 130, 200, 300, 450, 650, 900])(
    'ends completed after a resume, each receipt charged once, when killed %i ms after its price (I1, I2, I3, I5, O118, O125)',
    async (afterMs) => {
      await killed({ afterMs })
      await provenAfterResume()
    },
    60_000,
  )

  it.each([
    '"state":"preparing"',
    '"state":"submitting"',
    '"state":"downloading"',
    '"event":"asset"',
    '"state":"completed"',
  ])(
    'ends completed after a resume, each receipt charged once, when killed with its service at %s (I3, I5, I7)',
    async (at) => {
      await killed({ at })
      await killPractice()
      await provenAfterResume()
    },
    60_000,
  )
})
