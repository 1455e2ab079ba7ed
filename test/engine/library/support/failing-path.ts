import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

/** What asks of a path: looks at it, or opens it to be read. */
type Asking = 'look' | 'read'

const failure = (code: string, path: string): Error =>
  Object.assign(new Error(`${code}: made to fail, '${path}'`), { code, path })

/** From now on the system answers with a code whenever one of these paths is looked at, or read, on real files; until healed. */
export function failingPath(code: string, paths: readonly string[], at: Asking): () => void {
  const bad = new Set(paths)
  const { stat, lstat, open, copyFile } = fs.promises
  const { open: openBack, statSync } = fs
  const refused = (path: unknown): boolean => typeof path === 'string' && bad.has(path)
  if (at === 'look') {
    const looks = { stat, lstat }
    for (const [name, own] of Object.entries(looks))
      Object.assign(fs.promises, {
        [name]: async (path: string, ...rest: []) => {
          if (refused(path)) throw failure(code, path)
          return own(path, ...rest)
        },
      })
  }
  Object.assign(fs, {
    statSync: (path: string, ...rest: []) => {
      if (at === 'look' && refused(path)) throw failure(code, path)
      return statSync(path, ...rest)
    },
    // What a stream is opened with.
    open: (path: string, ...rest: unknown[]) => {
      const done = rest.at(-1)
      if (refused(path) && typeof done === 'function') done(failure(code, path))
      else Reflect.apply(openBack, fs, [path, ...rest])
    },
  })
  Object.assign(fs.promises, {
    open: async (path: string, ...rest: []) => {
      if (refused(path)) throw failure(code, path)
      return open(path, ...rest)
    },
    copyFile: async (from: string, to: string, mode?: number) => {
      if (refused(from)) throw failure(code, from)
      return copyFile(from, to, mode)
    },
  })
  syncBuiltinESMExports()
  const heal = (): void => {
    Object.assign(fs.promises, { stat, lstat, open, copyFile })
    Object.assign(fs, { open: openBack, statSync })
    syncBuiltinESMExports()
  }
  onTestFinished(heal)
  return heal
}
