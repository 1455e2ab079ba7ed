import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { PracticeLedger } from '../../../src/practice/ledger.ts'
import { type Make, make } from '../../../src/practice/pictures/make.ts'
import { createPractice, type PracticeOptions } from '../../../src/practice/server.ts'
import { Client } from '../../practice/support/practice.ts'

/** A few pixels of the right format, others for each: to paint and cut out would be most of what a case costs. */
const makePlain: Make = (recipe, source, canvas) => {
  if (canvas.contentType.startsWith('video/')) return make(recipe, source, canvas)
  const colour = { r: randomInt(256), g: randomInt(256), b: randomInt(256), alpha: 1 }
  const plain = sharp({
    create: { width: 1 + randomInt(16), height: 1 + randomInt(16), channels: 4, background: colour },
  })
  return (canvas.contentType === 'image/png' ? plain.png() : plain.flatten().jpeg()).toBuffer()
}

/** A day's limits of one account are for one designer, and not for thousands of cases: so many more are free each day. */
const farBelow = -1_000_000
/** A day of a service that lives a hundred times as fast ends every quarter of an hour. */
const newDayMs = 5000

/** Practice in this process for as long as a row runs, with credits and uploads for all of it. */
export class Remote {
  readonly client: Client
  readonly #folder: string
  #days: NodeJS.Timeout | undefined

  private constructor(client: Client, folder: string) {
    this.client = client
    this.#folder = folder
  }

  static async open(options: Partial<PracticeOptions> = {}): Promise<Remote> {
    const folder = temporaryFolder()
    const practice = await createPractice({
      home: folder,
      port: 0,
      timeScale: 100,
      makeEarly: false,
      make: makePlain,
      ...options,
    })
    const remote = new Remote(new Client(practice), folder)
    await remote.client.change({ balances: { acc_a: { purchased: 1_000_000_000 } } })
    await remote.#liftLimits()
    return remote
  }

  async #liftLimits(): Promise<void> {
    const { skills } = (await this.client.get('/api/skills', null)).body as { skills: { endpoint: string }[] }
    const runs = skills.map(({ endpoint }) => endpoint.split('/').at(-2) ?? '')
    const counts = ['upload', ...runs].map((what) => ({ account: 'acc_a', what, by: farBelow }))
    const lift = (): Promise<void> => this.client.change({ counts })
    await lift()
    this.#days = setInterval(() => void lift().catch(() => undefined), newDayMs).unref()
  }

  get url(): string {
    return this.client.practice.url
  }

  get key(): string {
    return this.client.key()
  }

  ledger(): Promise<PracticeLedger> {
    return this.client.ledger()
  }

  async close(): Promise<void> {
    clearInterval(this.#days)
    await this.client.practice.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'printroom-proof-'))
