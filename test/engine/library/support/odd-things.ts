import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { failingPath } from './failing-path.ts'

/** What may stand where a file of the library belongs, each put there on a real disk. */
export const oddThings: Record<string, (path: string) => unknown> = {
  nothing: (path) => rmSync(path),
  'a folder': (path) => {
    rmSync(path)
    mkdirSync(path)
    writeFileSync(join(path, 'somebody’s.txt'), 'mine')
  },
  'a pipe': (path) => {
    rmSync(path)
    execFileSync('mkfifo', [path])
  },
  'a socket': async (path) => {
    rmSync(path)
    const server = createServer()
    // The name of a socket is short; its place need not be.
    const before = process.cwd()
    process.chdir(dirname(path))
    await new Promise<void>((done) => server.listen(path.slice(dirname(path).length + 1), done))
    process.chdir(before)
    onTestFinished(() => void server.close())
  },
  'a link to itself': (path) => {
    rmSync(path)
    symlinkSync(path, path)
  },
  'a link to nothing': (path) => {
    rmSync(path)
    symlinkSync(join(dirname(path), 'nowhere'), path)
  },
}

/** Files that are there and whose disk, or whose owner, does not let them be looked at, or read. */
export const untoldThings: Record<string, (path: string) => void> = {
  'no right to look (EACCES)': (path) => failingPath('EACCES', [path], 'look'),
  'a disk that fails at a look (EIO)': (path) => failingPath('EIO', [path], 'look'),
  'a stale share (ESTALE)': (path) => failingPath('ESTALE', [path], 'look'),
  'no right to read (EACCES)': (path) => failingPath('EACCES', [path], 'read'),
  'a share that does not read (ESTALE)': (path) => failingPath('ESTALE', [path], 'read'),
}
