import type { Chance } from '../random.ts'
import { Inode } from './inode.ts'

interface Descriptor {
  inode: Inode | null
  folder: string
  position: number
  appends: boolean
}

export type DiskOperation = 'open' | 'write' | 'sync' | 'change' | 'read'

/**
 * A disk that forgets what was not synced when the power fails: bytes that no sync covered, and names in a folder that
 * was not synced, in the order they were given. Folders themselves are there at once.
 */
export class Disk {
  #names = new Map<string, Inode>()
  #durableNames = new Map<string, Inode>()
  /** Changes of names that are not durable yet, oldest first. */
  #pending: { folder: string; apply: (names: Map<string, Inode>) => void }[] = []
  readonly #folders = new Set<string>()
  readonly #descriptors = new Map<number, Descriptor>()
  #lastDescriptor = 1_000_000
  /** Asked before each operation: throws where the disk, or whoever asks, can do no more. */
  readonly #before: (operation: DiskOperation) => void

  constructor(before: (operation: DiskOperation) => void) {
    this.#before = before
  }

  open(path: string, flags: string): number {
    this.#before('open')
    const found = this.#names.get(path)
    const isFolder = this.#folders.has(path)
    if (!found && !isFolder) {
      if (flags.startsWith('r')) throw systemError('ENOENT', 'open')
      this.#before('change')
    }
    const inode = isFolder ? null : (found ?? this.#make(path))
    if (inode !== null && flags.startsWith('w')) inode.truncate(0)
    this.#lastDescriptor += 1
    const descriptor = { inode, folder: path, position: 0, appends: flags.startsWith('a') }
    this.#descriptors.set(this.#lastDescriptor, descriptor)
    return this.#lastDescriptor
  }

  #make(path: string): Inode {
    const inode = new Inode()
    this.#change(folderOf(path), (names) => names.set(path, inode))
    return inode
  }

  #change(folder: string, apply: (names: Map<string, Inode>) => void): void {
    apply(this.#names)
    this.#pending.push({ folder, apply })
  }

  close(descriptor: number): void {
    this.#descriptors.delete(descriptor)
  }

  #inode(descriptor: number): Inode {
    const inode = this.#descriptors.get(descriptor)?.inode
    if (!inode) throw systemError('EBADF', 'file')
    return inode
  }

  size(descriptor: number): number {
    return this.#inode(descriptor).size
  }

  sizeOf(path: string): number {
    return this.#named(path).size
  }

  read(descriptor: number, into: Uint8Array, offset: number, length: number, position: number): number {
    this.#before('read')
    const inode = this.#inode(descriptor)
    const end = Math.min(inode.size, position + length)
    if (position >= end) return 0
    inode.read(into, offset, position, end)
    return end - position
  }

  /** Writes what it can before the disk says no. */
  write(descriptor: number, bytes: Uint8Array, position: number | null): number {
    const inode = this.#inode(descriptor)
    const opened = this.#descriptors.get(descriptor)
    const at = opened?.appends ? inode.size : (position ?? opened?.position ?? 0)
    try {
      this.#before('write')
    } catch (error) {
      // A part of a line may be there all the same.
      if (isDiskError(error)) inode.write(at, bytes.subarray(0, bytes.length >> 1))
      throw error
    }
    inode.write(at, bytes)
    if (opened && position === null) opened.position = at + bytes.length
    return bytes.length
  }

  truncate(descriptor: number, size: number): void {
    this.#before('change')
    this.#inode(descriptor).truncate(size)
  }

  sync(descriptor: number): void {
    const opened = this.#descriptors.get(descriptor)
    try {
      this.#before('sync')
    } catch (error) {
      if (isDiskError(error)) opened?.inode?.loseDirty()
      throw error
    }
    if (opened?.inode) opened.inode.sync()
    else if (opened) this.#syncFolder(opened.folder)
  }

  /** Changes of names are durable in their order, so an older one of another folder comes along. */
  #syncFolder(folder: string): void {
    const last = this.#pending.findLastIndex((change) => change.folder === folder)
    for (const { apply } of this.#pending.splice(0, last + 1)) apply(this.#durableNames)
  }

  rename(from: string, to: string): void {
    this.#before('change')
    const inode = this.#named(from)
    this.#change(folderOf(to), (names) => {
      names.delete(from)
      names.set(to, inode)
    })
  }

  /** A second name of the same file, unless there is anything under it. */
  link(from: string, to: string): void {
    this.#before('change')
    const inode = this.#named(from)
    if (this.has(to)) throw systemError('EEXIST', 'link')
    this.#change(folderOf(to), (names) => names.set(to, inode))
  }

  copy(from: string, to: string): void {
    const descriptor = this.open(to, 'w')
    try {
      this.write(descriptor, this.contentOf(from), 0)
    } finally {
      this.close(descriptor)
    }
  }

  remove(path: string): void {
    this.#before('change')
    if (this.#names.has(path)) this.#change(folderOf(path), (names) => names.delete(path))
  }

  makeFolder(path: string): string | undefined {
    if (this.#folders.has(path)) return undefined
    this.#before('change')
    let first = path
    for (let folder = path; folder !== '' && !this.#folders.has(folder); folder = folderOf(folder)) {
      this.#folders.add(folder)
      first = folder
    }
    return first
  }

  has(path: string): boolean {
    return this.#names.has(path) || this.#folders.has(path)
  }

  #named(path: string): Inode {
    const inode = this.#names.get(path)
    if (!inode) throw systemError('ENOENT', 'open')
    return inode
  }

  contentOf(path: string): Buffer {
    this.#before('read')
    return Buffer.from(this.#named(path).content())
  }

  /** As the system shows it to a process that asks now. */
  cached(path: string): Buffer | null {
    return this.#names.get(path)?.content() ?? null
  }

  /** What would be there after a power cut in this moment; null: no such file. */
  durable(path: string): Buffer | null {
    return this.#durableNames.get(path)?.durable() ?? null
  }

  /** The same without room behind its end that was never written to but with zeros. */
  durableData(path: string): Buffer | null {
    return this.#durableNames.get(path)?.durableData() ?? null
  }

  /** What files of a folder hold, by their paths. */
  contentsIn(folder: string): Map<string, Buffer> {
    const found = [...this.#names].filter(([path]) => path.startsWith(`${folder}/`))
    return new Map(found.map(([path, inode]) => [path, Buffer.from(inode.content())]))
  }

  /** A person gives a folder another name, long after everything in it was written. */
  moveFolder(from: string, to: string): void {
    this.#harden()
    const moved = (path: string): string =>
      path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path
    this.#names = new Map([...this.#names].map(([path, inode]) => [moved(path), inode]))
    this.#durableNames = new Map(this.#names)
    const folders = [...this.#folders].map(moved)
    this.#folders.clear()
    for (const folder of folders) this.#folders.add(folder)
  }

  /** A person puts other files in the place of those of a folder. */
  replaceFolder(folder: string, files: ReadonlyMap<string, Buffer>): void {
    this.#harden()
    for (const path of [...this.#names.keys()]) if (path.startsWith(`${folder}/`)) this.#names.delete(path)
    for (const [path, content] of files) {
      const inode = new Inode()
      inode.write(0, content)
      inode.sync()
      this.#names.set(path, inode)
    }
    this.#durableNames = new Map(this.#names)
  }

  /** All that was written is on the disk for sure. */
  #harden(): void {
    this.#pending = []
    for (const inode of new Set(this.#names.values())) inode.sync()
    this.#durableNames = new Map(this.#names)
  }

  /** The process is gone, and with it what it had open; what it wrote is in the system's hands. */
  closeAll(): void {
    this.#descriptors.clear()
  }

  cutPower(chance: Chance): void {
    this.closeAll()
    const survived = chance.below(this.#pending.length + 1)
    for (const { apply } of this.#pending.slice(0, survived)) apply(this.#durableNames)
    this.#pending = []
    this.#names = new Map(this.#durableNames)
    for (const inode of new Set(this.#names.values())) inode.cutPower(chance)
  }
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

export function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: ${syscall}`), { code, syscall })
}

const isDiskError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EIO')
