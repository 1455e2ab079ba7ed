import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../support/folders.ts'

const worker = join(import.meta.dirname, 'support', 'read-only-worker.ts')
/** No rights hold for root: then the copying is done as the account that owns nothing. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const account = isRoot ? { uid: nobody, gid: nobody } : {}

const runAs = (...args: string[]) =>
  spawnSync(process.execPath, args, { ...account, encoding: 'utf8', timeout: 60_000 })

const isReadable = runAs('-e', 'require("node:fs").readFileSync(process.argv[1])', worker).status === 0
if (!isReadable) console.log('Skipped: no other account can read this repository, and no rights hold for this one.')

it.skipIf(!isReadable)(
  'a file that may only be read is kept as a reference, moved with the library and copied as any other (I7)',
  () => {
    const home = newFolder()
    const [file, folder] = [join(home, 'photo.png'), join(home, 'out')]
    writeFileSync(file, 'a picture from a memory card')
    mkdirSync(folder)
    chmodSync(file, 0o444)
    if (isRoot) for (const path of [home, file, folder]) chownSync(path, nobody, nobody)
    const { stdout, stderr } = runAs(worker, file, folder)
    expect(stdout, stderr).not.toBe('')
    expect(JSON.parse(stdout)).toEqual({
      reference: 'whole',
      move: 'whole',
      copy: 'whole',
      isStillReadOnly: true,
      isRoot: false,
    })
    expect(readdirSync(folder).sort()).toEqual(['bodies', 'copy-1.png', 'moved'])
  },
)
