import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFile, keepByContent } from '../platform/files.ts'
import { makeFoldersLater } from '../platform/make-folders.ts'
import { ownFile, ownFolder } from '../platform/own-rights.ts'
import { type FileStore, mustBeOf, ownerName } from './file-store.ts'
import { mostFileBytes, S3Client } from './s3-client.ts'
import { type S3Access, type S3Address, s3AddressOf } from './s3-place.ts'
import { filesTrouble } from './s3-refusal.ts'

type Answer = Parameters<Parameters<S3Client['send']>[1]>[0]
type Found = 'whole' | 'wrong' | 'absent'

const mostSmallBytes = 4096
/** Refused where there is something of that name. */
const onlyNew = { 'if-none-match': '*' }

/** A bucket, or what lies in it under a prefix; keys are made as the folder's paths are. */
export class S3Store implements FileStore {
  readonly address: string
  readonly canBeUnmounted = false
  readonly #where: S3Address
  readonly #access: S3Access | null
  #made: S3Client | null = null

  constructor(where: S3Address, access: S3Access | null) {
    this.address = s3AddressOf(where)
    this.#where = where
    this.#access = access
  }

  async put(path: string, sha256: string): Promise<void> {
    const content = await contentOf(path)
    if (content.sha256 !== sha256)
      throw filesTrouble('A file changed before it was put into the studio’s files. Nothing was put there.')
    if (content.sizeBytes > mostFileBytes)
      throw filesTrouble(
        `A file of ${content.sizeBytes} bytes is too large for the studio’s files. Nothing was put there.`,
      )
    // What somebody else has put there by this very hash is read and compared, too.
    if ((await this.#read(sha256)) === 'whole') return
    const key = this.#keyOf(sha256)
    await this.#client.send({ method: 'PUT', key, content }, nothingOf)
    // That the storage took it is its word; that it has it is seen.
    const found = await this.#readOnce(sha256, null)
    if (found !== 'whole')
      throw filesTrouble(
        `The storage gave back ${found === 'absent' ? 'nothing' : 'other bytes'} for ${sha256.slice(0, 8)}, which was just put into ${this.address}. It counts as not kept.`,
      )
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.#read(sha256)) === 'whole'
  }

  async fetch(sha256: string, folder: string): Promise<string | null> {
    const own = join(folder, sha256)
    if ((await hashFile(own).catch(() => null))?.sha256 === sha256) return own
    const part = join(folder, `.${randomUUID()}`)
    await makeFoldersLater(folder, ownFolder)
    try {
      if ((await this.#read(sha256, part)) !== 'whole') return null
      return await keepByContent(part, sha256, folder)
    } finally {
      await rm(part, { force: true })
    }
  }

  reach(sha256: string, folder: string): Promise<string | null> {
    return this.fetch(sha256, folder)
  }

  pathOf(sha256: string): string {
    return `s3://${this.#where.bucket}/${this.#keyOf(sha256)}`
  }

  async owner(): Promise<string | null> {
    const said = await this.#small(ownerName)
    return said?.trim() || null
  }

  /** A bucket is made by whoever pays for it, and a prefix is nothing to make. */
  async make(): Promise<() => Promise<void>> {
    return async () => undefined
  }

  async claim(studio: string): Promise<void> {
    // The first stays. A try whose answer was lost finds its own.
    await this.#putSmall(ownerName, `${studio}\n`, onlyNew)
    await mustBeOf(this, studio)
  }

  async probe(): Promise<void> {
    const name = `printroom-probe-${randomUUID()}`
    const second = `${name} again`
    await this.#putSmall(name, name, {})
    await this.#putSmall(name, second, onlyNew)
    const found = await this.#small(name)
    await this.#client.send({ method: 'DELETE', key: this.#named(name) }, nothingOf)
    if (found === second)
      throw filesTrouble(
        `${this.address} puts a new file over an old one where it is told not to (If-None-Match), and by that two studios are kept apart. Name other storage with --files.`,
      )
    if (found !== name)
      throw filesTrouble(`${this.address} gives back other bytes than were written. Ask who runs the storage.`)
  }

  async close(): Promise<void> {
    await this.#made?.close()
  }

  /** With the first request: who asks only of the database needs no key here. @throws StudioError */
  get #client(): S3Client {
    this.#made ??= new S3Client(this.#where, this.#access)
    return this.#made
  }

  #named(name: string): string {
    const { prefix } = this.#where
    return prefix === '' ? name : `${prefix}/${name}`
  }

  #keyOf(sha256: string): string {
    return this.#named(`${sha256.slice(0, 2)}/${sha256}`)
  }

  /** Wrong bytes are asked for once more, before it is believed that the storage has no others. */
  async #read(sha256: string, to: string | null = null): Promise<Found> {
    const found = await this.#readOnce(sha256, to)
    return found === 'wrong' ? this.#readOnce(sha256, to) : found
  }

  async #readOnce(sha256: string, to: string | null): Promise<Found> {
    const read = await this.#client.send({ method: 'GET', key: this.#keyOf(sha256) }, (answer) => hashOf(answer, to))
    if (read === 'absent' || read === 'taken') return 'absent'
    return read.sha256 === sha256 ? 'whole' : 'wrong'
  }

  async #small(name: string): Promise<string | null> {
    const read = await this.#client.send({ method: 'GET', key: this.#named(name) }, async ({ body }) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of bounded(body, mostSmallBytes)) chunks.push(chunk)
      return { text: Buffer.concat(chunks).toString('utf8') }
    })
    return typeof read === 'string' ? null : read.text
  }

  async #putSmall(name: string, text: string, headers: Record<string, string>): Promise<void> {
    const bytes = Buffer.from(text)
    const content = {
      sha256: createHash('sha256').update(bytes).digest('hex'),
      md5: createHash('md5').update(bytes).digest('base64'),
      sizeBytes: bytes.length,
      open: () => bytes,
    }
    await this.#client.send({ method: 'PUT', key: this.#named(name), headers, content }, nothingOf)
  }
}

async function contentOf(path: string) {
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  let sizeBytes = 0
  for await (const chunk of createReadStream(path)) {
    sha256.update(chunk)
    md5.update(chunk)
    sizeBytes += chunk.length
  }
  return { sha256: sha256.digest('hex'), md5: md5.digest('base64'), sizeBytes, open: () => createReadStream(path) }
}

/** Read to its end, so that the line can be used again. */
async function nothingOf({ body }: Answer): Promise<{ isDone: true }> {
  for await (const _ of bounded(body, mostSmallBytes));
  return { isDone: true }
}

async function hashOf({ body }: Answer, to: string | null): Promise<{ sha256: string }> {
  const hash = createHash('sha256')
  const file = to === null ? null : await open(to, 'w', ownFile)
  try {
    for await (const chunk of bounded(body, mostFileBytes)) {
      hash.update(chunk)
      await file?.writeFile(chunk)
    }
  } finally {
    await file?.close()
  }
  return { sha256: hash.digest('hex') }
}

/** What is longer is cut off, and then is not what it should be. */
async function* bounded(body: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.length
    if (sizeBytes > most) return
    yield chunk
  }
}
