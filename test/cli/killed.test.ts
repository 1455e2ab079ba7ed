import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { practiceHome, printroom, type Ran, resultOf, samplePhoto } from '../support/terminal.ts'

// Practice's clock and all pauses run 20 times as fast, so that the second look-up of A8 takes 1.5 s.
const fast = { env: { PRINTROOM_TIME_SCALE: '20' } }

let place: Awaited<ReturnType<typeof practiceHome>>
beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

/** Runs a batch and kills it `afterMs` after it has shown its price. */
async function killed(afterMs: number): Promise<Ran> {
  let armed = false
  return printroom([...place.words, '--yes', 'skill', 'remove-bg', samplePhoto, samplePhoto, samplePhoto, '--wait'], {
    ...fast,
    watch: (child) => {
      if (armed) return
      armed = true
      setTimeout(() => child.kill('SIGKILL'), afterMs)
    },
  })
}

interface LedgerLine {
  requestId?: string
  kind?: string
}

describe('a batch that is killed', () => {
  // From before the first receipt to the middle of downloads.
  it.each([0, 15, 40, 80, 130, 200, 300, 450, 650, 900])(
    'ends completed after a resume, each receipt charged once, when killed %i ms after its price (I1, I2, I3, I5, O118, O125)',
    async (afterMs) => {
      await killed(afterMs)
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
    },
    60_000,
  )
})
