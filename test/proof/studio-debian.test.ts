import { afterAll, beforeAll, describe } from 'vitest'
import { noSystemPostgres, type Server, startPostgres } from '../support/studio/postgres.ts'
import { row } from './support/row.ts'
import { numberOfBlows, struck } from './support/studio-blows.ts'

// An administrator runs what the system has, which is older than npm's: the same blows, fewer of them.
const why =
  noSystemPostgres ??
  (process.env.PRINTROOM_PROVE === undefined ? 'it runs in “npm run prove -- --row studio-debian”' : null)

describe.skipIf(why !== null)(
  why === null ? "a studio on Debian's PostgreSQL" : `a studio on Debian's PostgreSQL (skipped: ${why})`,
  () => {
    let server: Server | null = null
    beforeAll(async () => {
      server = await startPostgres('system')
    }, 60_000)
    afterAll(() => server?.stop())

    row(
      {
        name: 'studio-debian',
        title: "the same on the PostgreSQL of Debian's packages (I1, I2, I3, I5, I7, A23)",
        small: 1,
        large: numberOfBlows * 5,
        caseLimitMs: 240_000,
      },
      async (one) => {
        if (server === null) throw new Error('PostgreSQL does not run')
        await struck(server, one)
      },
    )
  },
)
