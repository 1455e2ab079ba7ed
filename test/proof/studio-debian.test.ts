import { noSystemPostgres } from '../support/studio/postgres.ts'
import { studioRow } from './support/studio-blows.ts'

// An administrator runs what the system has, which is older than npm's: the same blows, fewer of them.
studioRow("a studio on Debian's PostgreSQL", {
  name: 'studio-debian',
  title: "the same on the PostgreSQL of Debian's packages (I1, I2, I3, I5, I7, A23)",
  of: 'system',
  why:
    noSystemPostgres ??
    (process.env.PRINTROOM_PROVE === undefined ? 'it runs in “npm run prove -- --row studio-debian”' : null),
  small: 1,
  casesOfEachBlow: 5,
})
