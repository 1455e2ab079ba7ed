import { restoreBackup } from '../../../../src/engine/store/restore.ts'
import { dieAtReach } from '../../../support/dying.ts'

// One try to put a backup back; it is killed at one of its reaches.

const [folder = '', backup = '', nth = '0'] = process.argv.slice(2)
dieAtReach(Number(nth), /^(restore|refill|set-aside|folder|migration)/)
const store = await restoreBackup(folder, backup)
store.close()
