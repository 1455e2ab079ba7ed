import { expect, it, vi } from 'vitest'
import { openFolder } from '../../src/cli/copies.ts'
import { InTheWayError } from '../../src/engine/platform/own-place.ts'
import { writeOut } from '../../src/engine/platform/write-out.ts'
import { engineAt } from '../support/engine-at.ts'

// The system itself, and what it is asked of these paths: on Windows the question alone tells who asks.
vi.mock('node:fs', { spy: true })
vi.mock('node:fs/promises', { spy: true })

const paths = [
  '\\\\host\\share\\out',
  '//host/share/out',
  '\\\\.\\PhysicalDrive0',
  '\\\\?\\UNC\\host\\share',
  '//./pipe/x',
]
const own = { folders: [], files: [] }

async function asked(): Promise<string[]> {
  const [fs, later] = [await import('node:fs'), await import('node:fs/promises')]
  const all = [...Object.values(fs), ...Object.values(later)].flatMap((each) =>
    vi.isMockFunction(each) ? each.mock.calls.map(([path]) => String(path)) : [],
  )
  return all.filter((path) => /host|Drive0|pipe/.test(path))
}

it.each(paths)('nothing is asked of %s: --out, an export and a watch folder refuse it in words (W2)', async (path) => {
  await expect(openFolder(path, own as never)).rejects.toThrow(/give the share a drive letter.*Nothing was sent/)
  expect(() => writeOut(path, 'x', false, own as never)).toThrow(InTheWayError)
  const { calls } = await engineAt('http://127.0.0.1:9', `svc_sk_${'a'.repeat(32)}`)
  const wish = { folder: path, skill: 's', values: {}, pictures: [], alsoTo: null, each: 1, cap: 1 }
  await expect(calls['watch.setUp'](wish as never)).rejects.toThrow(/cannot be watched.*drive letter/)
  expect(await asked()).toEqual([])
})
