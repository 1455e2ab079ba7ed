import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SharedStore } from '../../../src/engine/queue/shared-store.ts'
import { disc } from '../../practice/support/images.ts'
import { engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { StrangeService } from '../../support/strange-service.ts'

const model = { id: 'm', credits_per_generation: 1, supported_ratios: [], media_type: 'image', extra_config: {} }

/** A studio of one worker, whose lease ends in the moment in which a prepared picture is read for sending. */
class EndingLease implements SharedStore {
  readonly salt = 'salt'
  readonly studio = 'studio'
  readonly line = new AbortController()
  readonly ended = Promise.withResolvers<void>()
  #isHeld = true
  #isRead = false
  readonly #endsAsItIsRead: boolean

  constructor(endsAsItIsRead: boolean) {
    this.#endsAsItIsRead = endsAsItIsRead
  }

  drives = (): boolean => this.#isHeld
  mayLeave = (): boolean => this.#isHeld
  signalOf = (): AbortSignal => this.line.signal
  takeSlot = (): Promise<void> => Promise.resolve()
  freeSlot = (): void => {
    if (this.#isRead) this.ended.resolve()
  }

  /** Written: from here to the POST lies the reading alone. The picture becomes a pipe, so that it is seen being read. */
  async write(steps: Parameters<SharedStore['write']>[0], isToPay: boolean): Promise<void> {
    const [part] = steps.flatMap(({ after }) => after.body?.parts.filter((one) => 'base64File' in one) ?? [])
    if (!isToPay || !part) return
    const bytes = readFileSync(part.base64File)
    rmSync(part.base64File)
    execFileSync('mkfifo', [part.base64File])
    void this.#feed(part.base64File, bytes)
  }

  async #feed(path: string, bytes: Buffer): Promise<void> {
    const pipe = await open(path, 'w')
    this.#isRead = true
    if (this.#endsAsItIsRead) this.#isHeld = false
    await pipe.writeFile(bytes)
    await pipe.close()
  }
}

async function sentUnder(lease: EndingLease): Promise<number> {
  const strange = new StrangeService()
  strange.models = [{ charge: () => 1, entry: { ...model, max_reference_images: 5 } }]
  await strange.open()
  const source = join(newFolder(), 'disc.png')
  writeFileSync(source, await disc())
  const at = await engineAt(strange.base, strange.key, { shared: lease })
  at.engine.driver.start()
  const quote = await at.calls['quote.generation']({ prompt: 'x', modelId: 'm', references: [source] })
  await at.approve(quote)
  await lease.ended.promise
  return strange.heard.filter(({ method }) => method === 'POST').length
}

describe.runIf(process.platform !== 'win32')('what a studio’s worker is to send', () => {
  it('leaves where its lease stands until it is read', async () => {
    expect(await sentUnder(new EndingLease(false))).toBe(1)
  })

  it('is held back where its lease ends while its pictures are read: the deadline is looked at last of all (I3)', async () => {
    expect(await sentUnder(new EndingLease(true))).toBe(0)
  })
})
