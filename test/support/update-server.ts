import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { signatureOf } from '../../scripts/lib/update-signing.mjs'

/** What a published version is, as electron-builder writes its list. */
export interface Published {
  version: string
  bytes: Buffer
  name?: string
  notes?: string
}

type Answer = (response: ServerResponse) => void

const keys = generateKeyPairSync('ed25519')
/** Of whoever publishes here, as a package has it. */
export const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

/** A server of updates on loopback: what it answers is changed by the test, what it is asked is kept. */
export class UpdateServer {
  readonly #answers = new Map<string, Answer>()
  readonly asked: { path: string; headers: IncomingHttpHeaders }[] = []
  readonly #server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://here').pathname
    this.asked.push({ path, headers: request.headers })
    const answer = this.#answers.get(path)
    if (answer) answer(response)
    else response.writeHead(404).end()
  })

  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/printroom`
  }

  /** Where the list of this system lies. */
  readonly list =
    `/printroom/latest-${process.platform === 'darwin' ? 'mac' : 'linux'}${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`

  get signature(): string {
    return `${this.list}.sig`
  }

  on(path: string, answer: Answer): void {
    this.#answers.set(path, answer)
  }

  /** @param change of the list's text before it is signed, of its signature, or of what is sent for the file */
  publish(
    of: Published,
    change: { list?: (text: string) => string; signature?: (text: string) => string; file?: Answer } = {},
  ): void {
    const name = of.name ?? `Printroom-${of.version}.AppImage`
    const text = change.list ? change.list(listOf(of, name)) : listOf(of, name)
    const signature = signatureOf(basename(this.list), text, keys.privateKey)
    this.on(this.list, (response) => response.end(text))
    this.on(this.signature, (response) => response.end(change.signature ? change.signature(signature) : signature))
    this.on(`/printroom/${encodeURIComponent(name)}`, change.file ?? ((response) => response.end(of.bytes)))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const listOf = ({ version, bytes, notes }: Published, name: string): string => {
  const sha512 = createHash('sha512').update(bytes).digest('base64')
  return [
    `version: ${version}`,
    'files:',
    `  - url: ${name}`,
    `    sha512: ${sha512}`,
    `    size: ${bytes.length}`,
    `path: ${name}`,
    `sha512: ${sha512}`,
    ...(notes === undefined ? [] : [`releaseNotes: ${JSON.stringify(notes)}`]),
    `releaseDate: '2026-11-20T10:00:00.000Z'`,
    '',
  ].join('\n')
}
