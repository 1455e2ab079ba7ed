// packed.mjs RESOURCES: prints the folder to load in place of an archive. A process of its own, since what reads archives
// takes a process that says it is Electron for one that can read them by itself.
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { extractAll } from '@electron/asar'

console.log(openArchive(process.argv[2]))

/** The folder is called `app.asar` too; natives and processes of their own are still read from beside the archive. */
function openArchive(resources) {
  const archive = join(resources, 'app.asar')
  const hash = createHash('sha256').update(readFileSync(archive)).digest('hex').slice(0, 16)
  const kept = join(dirname(resources), `.opened-${hash}`)
  if (!existsSync(kept)) {
    const making = mkdtempSync(`${kept}-`)
    extractAll(archive, join(making, 'app.asar'))
    symlinkSync(join(resources, 'app.asar.unpacked'), join(making, 'app.asar.unpacked'))
    try {
      renameSync(making, kept)
    } catch {
      // Another instance was first.
      rmSync(making, { recursive: true, force: true })
    }
  }
  return join(kept, 'app.asar')
}
