import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sha256Of } from '../../../src/engine/platform/checksum.ts'
import { resultsMarkedIn } from '../../../src/engine/platform/folder-marks.ts'
import { newFolder } from '../../support/folders.ts'

const worker = join(import.meta.dirname, 'support', 'claim-worker.ts')
/** No rights hold for root, and only root can be several accounts. */
const isRoot = process.getuid?.() === 0
const [one, two] = [65_534, 61_234]

const runAs = (uid: number, gid: number, ...args: string[]) =>
  spawnSync(process.execPath, args, { ...(isRoot ? { uid, gid } : {}), encoding: 'utf8', timeout: 60_000 })
const canBeOthers =
  isRoot &&
  [one, two].every((id) => runAs(id, id, '-e', `require('fs').readFileSync(${JSON.stringify(worker)})`).status === 0)
if (!canBeOthers) console.log('Skipped: this account cannot be two others, or they cannot read this repository.')

const nameOf = (text: string): string => sha256Of(text)

/** What an account with a umask says of a claim of this content. */
function claimed(uid: number, folder: string, content: string, mask = '077', gid = uid): string {
  const { stdout, stderr } = runAs(uid, gid, worker, folder, mask, nameOf(content), `${uid}`)
  return stdout.trim() || stderr
}
const marksIn = (folder: string): string => join(folder, '.printroom-ordered')
const modeOf = (path: string): number => statSync(path).mode & 0o7777

/** Its parents let everybody through. */
function folderOf(mode: number, uid: number, gid = uid): string {
  const parent = newFolder()
  chmodSync(parent, 0o755)
  const folder = join(parent, 'shared')
  mkdirSync(folder)
  chownSync(folder, uid, gid)
  chmodSync(folder, mode)
  return folder
}

it.skipIf(process.platform === 'win32')(
  'the marks in a folder have the rights of that folder, whatever this account’s umask is (L2, M7)',
  () => {
    const folder = newFolder()
    chmodSync(folder, 0o3775)
    expect(claimed(process.getuid?.() ?? 0, folder, 'fox')).toBe('mine')
    expect(modeOf(marksIn(folder))).toBe(0o3775)
    // In a folder of this kind nobody changes what is another's.
    expect(modeOf(join(marksIn(folder), nameOf('fox')))).toBe(0o644)
    for (const file of readdirSync(folder).filter((name) => name !== '.printroom-ordered'))
      expect(modeOf(join(folder, file)), file).toBe(0o644)
  },
)

it.runIf(canBeOthers).each([
  ['everybody’s', 0o2777],
  ['everybody’s, each with what is his own,', 0o1777],
])('two accounts that watch a folder which is %s order each picture once together (L2, M7)', async (_, mode) => {
  const folder = folderOf(mode, 0)
  expect(claimed(one, folder, 'fox')).toBe('mine')
  expect(claimed(two, folder, 'fox')).toBe('ordered')
  expect(claimed(two, folder, 'owl')).toBe('mine')
  expect(claimed(one, folder, 'owl', '022')).toBe('ordered')
})

it.runIf(canBeOthers)(
  'so do accounts of the folder’s group, and the one whose folder it is after the administrator (L2)',
  () => {
    const folder = folderOf(0o770, one, two)
    expect(claimed(0, folder, 'fox')).toBe('mine')
    expect(claimed(one, folder, 'fox')).toBe('ordered')
    expect(claimed(one, folder, 'owl', '077', two)).toBe('mine')
    expect(claimed(61_235, folder, 'owl', '077', two)).toBe('ordered')
    expect(claimed(61_235, folder, 'elk', '077', two)).toBe('mine')
  },
)

it.runIf(canBeOthers)(
  'marks that an earlier version kept to its account are opened by that one, and hold the others back till then (L2, M7)',
  async () => {
    const folder = folderOf(0o2777, 0)
    expect(claimed(one, folder, 'fox')).toBe('mine')
    chmodSync(marksIn(folder), 0o755)
    chmodSync(join(marksIn(folder), nameOf('fox')), 0o600)
    expect(claimed(two, folder, 'fox')).toBe('begun')
    expect(claimed(two, folder, 'owl')).toBe('EACCES')
    expect(claimed(one, folder, 'elk')).toBe('mine')
    expect(claimed(two, folder, 'owl')).toBe('mine')
    const { contents } = await resultsMarkedIn(folder, 'any')
    expect(contents.size).toBe(3)
  },
)

it.runIf(canBeOthers)('a file of somebody else that has a mark’s name too is not opened to anybody (L2)', () => {
  const folder = folderOf(0o2777, 0)
  const marks = marksIn(folder)
  mkdirSync(marks)
  chownSync(marks, two, two)
  chmodSync(marks, 0o700)
  expect(claimed(0, folder, 'fox')).toBe('mine')
  expect(modeOf(marks)).toBe(0o700)
})
