import { statSync } from 'node:fs'
import { join } from 'node:path'
import { putCopy } from '../../../../src/engine/copies/put-copy.ts'
import { copyWhole } from '../../../../src/engine/library/copy-file.ts'
import { hashFile, keepByContent } from '../../../../src/engine/platform/files.ts'

// Run as an account that rights hold for: copies a file that may only be read in each way that syncs its copy, and says
// what came of it.

const [file = '', folder = ''] = process.argv.slice(2)
const { sha256, sizeBytes } = await hashFile(file)
const moved = join(folder, 'moved', 'picture.png')
const ways: Record<string, () => Promise<string>> = {
  reference: () => keepByContent(file, sha256, join(folder, 'bodies')),
  move: () => copyWhole(file, moved).then(() => moved),
  copy: () =>
    putCopy(file, { id: 'an asset', sha256, sizeBytes }, folder, (n) => `copy-${n}.png`, new AbortController().signal),
}
const outcome = async (way: () => Promise<string>): Promise<string> => {
  try {
    return (await hashFile(await way())).sha256 === sha256 ? 'whole' : 'changed'
  } catch (error) {
    return String(error)
  }
}
const said: Record<string, string> = {}
for (const [name, way] of Object.entries(ways)) said[name] = await outcome(way)
const isStillReadOnly = (statSync(file).mode & 0o222) === 0
console.log(JSON.stringify({ ...said, isStillReadOnly, isRoot: process.getuid?.() === 0 }))
