import { afterAll, beforeAll, describe } from 'vitest'
import { noPostgres, type Server, startPostgres } from '../support/studio/postgres.ts'
import { row } from './support/row.ts'
import { strikeCount, struck } from './support/studio-struck.ts'

describe.skipIf(noPostgres !== null)(
  noPostgres === null ? 'a studio, point by point' : `a studio, point by point (skipped: ${noPostgres})`,
  () => {
    let server: Server | null = null
    beforeAll(async () => {
      server = await startPostgres()
    }, 60_000)
    afterAll(() => server?.stop())

    row(
      {
        name: 'studio-points',
        title:
          'one of two to eight workers that is killed, frozen or cut off, from the database or the service, at each point of its two lines: nothing is paid twice, every result is in the file store, the history is whole (I1, I2, I3, I5, I7, A23)',
        small: 2,
        sample: 'spread',
        large: strikeCount,
        caseLimitMs: 300_000,
      },
      async (one) => {
        if (server === null) throw new Error('PostgreSQL does not run')
        await struck(server, one)
      },
    )
  },
)
