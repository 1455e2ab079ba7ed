import { afterAll, beforeAll, describe } from 'vitest'
import { noPostgres, type Server, startPostgres } from '../support/studio/postgres.ts'
import { row } from './support/row.ts'
import { numberOfBlows, struck } from './support/studio-blows.ts'

describe.skipIf(noPostgres !== null)(noPostgres === null ? 'a studio' : `a studio (skipped: ${noPostgres})`, () => {
  let server: Server | null = null
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server?.stop())

  row(
    {
      name: 'studio',
      title:
        'a worker of a studio that is killed, frozen or cut off at any moment: nothing is paid twice, every result is in the file store, the history is whole (I1, I2, I3, I5, I7, A23)',
      small: 3,
      sample: 'spread',
      large: numberOfBlows * 40,
      atOnce: 1,
      atOnceAlone: 1,
      caseLimitMs: 240_000,
    },
    async (one) => {
      if (server === null) throw new Error('PostgreSQL does not run')
      await struck(server, one)
    },
  )
})
