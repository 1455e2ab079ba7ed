import { noPostgres } from '../support/studio/postgres.ts'
import { studioRow } from './support/studio-blows.ts'

studioRow('a studio', {
  name: 'studio',
  title:
    'a worker of a studio that is killed, frozen or cut off at any moment: nothing is paid twice, every result is in the file store, the history is whole (I1, I2, I3, I5, I7, A23)',
  of: 'npm',
  why: noPostgres,
  small: 3,
  casesOfEachBlow: 40,
})
