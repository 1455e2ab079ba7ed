import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { engineCalls } from '../../../src/engine/api/calls.ts'
import type { EngineCalls } from '../../../src/engine/api/engine-calls.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import type { Images } from '../../../src/engine/images/port.ts'
import { createPractice } from '../../../src/practice/server.ts'
import { Client } from '../../practice/support/practice.ts'
import { openEngine } from '../../support/open-engine.ts'
import { CuttingProxy } from './cutting-proxy.ts'
import { temporaryFolder } from './remote.ts'

/** Real time: how long a dead line is waited for. */
export const patience = { connectMs: 2000, headersMs: 100, bodyMs: 100, downloadIdleMs: 100 }

/**
 * How much faster pauses go. Nine seconds may pass before a resend would be asked of a person, and the second look-up
 * comes after 300 ms.
 */
const timeScale = 100

/** An engine at its practice service, with a line between the two that can be cut. */
export class CutLine {
  readonly proxy: CuttingProxy
  readonly practice: Client
  readonly engine: Engine
  readonly calls: EngineCalls
  readonly folder: string
  orders = 0

  private constructor(parts: { proxy: CuttingProxy; practice: Client; engine: Engine; folder: string }) {
    this.proxy = parts.proxy
    this.practice = parts.practice
    this.engine = parts.engine
    this.folder = parts.folder
    this.calls = engineCalls(parts.engine)
  }

  /** @param images shared by all lines; @param picture what the service makes of every order */
  static async open(images: Images, picture: Buffer): Promise<CutLine> {
    const folder = temporaryFolder()
    const proxy = await CuttingProxy.open()
    const running = await createPractice({
      home: join(folder, 'practice'),
      port: 0,
      timeScale,
      makeEarly: false,
      make: async () => picture,
      knownAs: proxy.url,
    })
    proxy.leadTo(running.url)
    const practice = new Client(running)
    await practice.change({ balances: { acc_a: { purchased: 1_000_000 } } })
    const engine = await openEngine(
      join(folder, 'home'),
      { url: proxy.url, key: practice.key() },
      { timeScale, images, socketLimits: patience },
    )
    engine.driver.start()
    return new CutLine({ proxy, practice, engine, folder })
  }

  async close(): Promise<void> {
    await this.engine.close()
    await this.proxy.close()
    await this.practice.practice.close()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
