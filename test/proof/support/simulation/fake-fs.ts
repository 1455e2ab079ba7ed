import type { Disk } from './disk.ts'
import { diskNow } from './edges.ts'

/** Paths below it lie on the schedule's disk; all others are the computer's own. */
export const simulatedRoot = '/simulated'

/** Its name on the schedule's disk, whatever this system makes of slashes; null: a path of the computer's own. */
function simulated(path: unknown): string | null {
  if (typeof path !== 'string' || diskNow() === null) return null
  const plain = path.replaceAll('\\', '/')
  const at = plain.indexOf(simulatedRoot)
  return at < 0 ? null : plain.slice(at)
}

const isSimulated = (descriptor: number): boolean => descriptor >= 1_000_000

function disk(): Disk {
  const found = diskNow()
  if (found === null) throw new Error('no schedule runs')
  return found
}

type Functions = Record<string, unknown>

/** `node:fs` whose functions that the engine calls know the schedule's disk. */
export function fsOver(real: typeof import('node:fs')): object {
  const fakes: Functions = {
    openSync: (path: string, flags: string, mode?: number) => {
      const name = simulated(path)
      return name === null ? real.openSync(path, flags, mode) : disk().open(name, flags)
    },
    closeSync: (fd: number) => (isSimulated(fd) ? disk().close(fd) : real.closeSync(fd)),
    fstatSync: (fd: number) => (isSimulated(fd) ? { size: disk().size(fd) } : real.fstatSync(fd)),
    readSync: (fd: number, into: Buffer, offset: number, length: number, position: number) =>
      isSimulated(fd)
        ? disk().read(fd, into, offset, length, position)
        : real.readSync(fd, into, offset, length, position),
    writeSync: (fd: number, bytes: Uint8Array, offset: number, length: number, position: number | null) =>
      isSimulated(fd)
        ? disk().write(fd, bytes.subarray(offset, offset + length), position)
        : real.writeSync(fd, bytes, offset, length, position),
    fsyncSync: (fd: number) => (isSimulated(fd) ? disk().sync(fd) : real.fsyncSync(fd)),
    fdatasyncSync: (fd: number) => (isSimulated(fd) ? disk().sync(fd) : real.fdatasyncSync(fd)),
    ftruncateSync: (fd: number, size: number) =>
      isSimulated(fd) ? disk().truncate(fd, size) : real.ftruncateSync(fd, size),
    renameSync: (from: string, to: string) => {
      const [a, b] = [simulated(from), simulated(to)]
      if (a === null || b === null) real.renameSync(from, to)
      else disk().rename(a, b)
    },
    existsSync: (path: string) => {
      const name = simulated(path)
      return name === null ? real.existsSync(path) : disk().has(name)
    },
    mkdirSync: (path: string, options: { recursive: true }) => {
      const name = simulated(path)
      return name === null ? real.mkdirSync(path, options) : disk().makeFolder(name)
    },
    statSync: (path: string) => {
      const name = simulated(path)
      return name === null ? real.statSync(path) : { size: disk().sizeOf(name), mtimeMs: 0 }
    },
    readFileSync: (path: string, ...options: unknown[]) => {
      const name = simulated(path)
      if (name === null) return Reflect.apply(real.readFileSync, real, [path, ...options])
      const content = disk().contentOf(name)
      return options[0] === 'utf8' ? content.toString('utf8') : content
    },
    rmSync: (path: string, options?: { force: boolean }) => {
      const name = simulated(path)
      if (name === null) real.rmSync(path, options)
      else disk().remove(name)
    },
    createReadStream: (path: string) => {
      const name = simulated(path)
      return name === null ? real.createReadStream(path) : contentLater(name)
    },
  }
  return { ...real, ...fakes }
}

async function* contentLater(name: string): AsyncGenerator<Buffer> {
  yield disk().contentOf(name)
}

/** `node:fs/promises` in the same way. Its promises are fulfilled at once: nothing here waits for a real disk. */
export function fsPromisesOver(real: typeof import('node:fs/promises')): object {
  const fakes: Functions = {
    readFile: async (path: string) => {
      const name = simulated(path)
      return name === null ? real.readFile(path) : disk().contentOf(name)
    },
    copyFile: async (from: string, to: string, mode?: number) => {
      const [a, b] = [simulated(from), simulated(to)]
      if (a === null || b === null) await real.copyFile(from, to, mode)
      else disk().copy(a, b)
    },
    link: async (from: string, to: string) => {
      const [a, b] = [simulated(from), simulated(to)]
      if (a === null || b === null) await real.link(from, to)
      else disk().link(a, b)
    },
    // Files of this disk may be written by whoever has them.
    stat: async (path: string) => {
      const name = simulated(path)
      return name === null ? real.stat(path) : { size: disk().sizeOf(name), mtimeMs: 0, mode: 0o600 }
    },
    chmod: async (path: string, mode: number) => {
      if (simulated(path) === null) await real.chmod(path, mode)
    },
    // A schedule's disk is full when its trouble says so, at a write.
    statfs: async (path: string) =>
      simulated(path) === null ? real.statfs(path) : { bavail: 1e9, bsize: 4096, bfree: 1e9, blocks: 2e9 },
    rm: async (path: string, options: { force: boolean }) => {
      const name = simulated(path)
      if (name === null) await real.rm(path, options)
      else disk().remove(name)
    },
    lstat: async (path: string) => {
      const name = simulated(path)
      if (name === null) return real.lstat(path)
      if (!disk().has(name)) throw Object.assign(new Error(`ENOENT: ${name}`), { code: 'ENOENT' })
      return {}
    },
    rename: async (from: string, to: string) => {
      const [a, b] = [simulated(from), simulated(to)]
      if (a === null || b === null) await real.rename(from, to)
      else disk().rename(a, b)
    },
    mkdir: async (path: string, options: object) => {
      const name = simulated(path)
      return name === null ? real.mkdir(path, options) : disk().makeFolder(name)
    },
    open: async (path: string, flags = 'r') => {
      const name = simulated(path)
      return name === null ? real.open(path, flags) : handleOf(disk().open(name, flags))
    },
  }
  return { ...real, ...fakes }
}

function handleOf(descriptor: number) {
  let position = 0
  return {
    writeFile: async (bytes: Uint8Array) => {
      position += disk().write(descriptor, bytes, position)
    },
    read: async (into: Buffer, offset: number, length: number, at: number) => ({
      bytesRead: disk().read(descriptor, into, offset, length, at),
      buffer: into,
    }),
    stat: async () => ({ size: disk().size(descriptor) }),
    sync: async () => disk().sync(descriptor),
    close: async () => disk().close(descriptor),
  }
}
