import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeFolders } from '../../src/engine/platform/make-folders.ts'
import { newFolder } from '../support/folders.ts'
import { patienceMs } from '../support/patience.ts'

const codeOf = (act: () => unknown): string => {
  try {
    act()
    return 'no error'
  } catch (error) {
    return String((error as { code?: string }).code)
  }
}

describe('a folder with what is missing above it', () => {
  it('is made once, and the topmost new one is told', () => {
    const root = newFolder()
    expect(makeFolders(join(root, 'a/b/c'), 0o700)).toBe(join(root, 'a'))
    expect(statSync(join(root, 'a/b')).mode & 0o777).toBe(0o700)
    expect(makeFolders(join(root, 'a/b/c'))).toBeNull()
    expect(makeFolders(join(root, 'a/b/d'))).toBe(join(root, 'a/b/d'))
    expect(makeFolders('/')).toBeNull()
  })

  it('is refused where something else has its name, or a name on its way (S10)', () => {
    const root = newFolder()
    writeFileSync(join(root, 'file'), '')
    symlinkSync(join(root, 'nowhere'), join(root, 'link'))
    mkdirSync(join(root, 'there'))
    symlinkSync(join(root, 'there'), join(root, 'good'))
    expect(codeOf(() => makeFolders(join(root, 'file')))).toBe('EEXIST')
    expect(codeOf(() => makeFolders(join(root, 'file/a')))).toBe('ENOTDIR')
    expect(codeOf(() => makeFolders(join(root, 'link')))).toBe('EEXIST')
    expect(codeOf(() => makeFolders(join(root, 'link/a')))).toMatch(/EEXIST|ENOENT/)
    expect(existsSync(join(root, 'nowhere'))).toBe(false)
    expect(makeFolders(join(root, 'good/a'))).toBe(join(root, 'good/a'))
    expect(codeOf(() => makeFolders(join(root, 'x'.repeat(300))))).toBe('ENAMETOOLONG')
  })

  it.runIf(existsSync('/proc/self'))('has an end where a parent takes no child (S10)', async () => {
    // In a thread: an endless loop in this one would end no test.
    const source = new URL('../../src/engine/platform/make-folders.ts', import.meta.url).href
    const thread = new Worker(
      `const { parentPort } = require('node:worker_threads')
       import(${JSON.stringify(source)}).then(({ makeFolders }) => {
         try { parentPort.postMessage(makeFolders('/proc/nope/service')) } catch (error) { parentPort.postMessage(error.code) }
       })`,
      { eval: true },
    )
    onTestFinished(() => void thread.terminate())
    const said = await new Promise((resolve) => {
      thread.once('message', resolve)
      thread.once('error', resolve)
      setTimeout(() => resolve('no end'), patienceMs).unref()
    })
    expect(said).toBe('ENOENT')
  })
})
