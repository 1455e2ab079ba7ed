import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { RequestView } from '../../../../src/contract/views.ts'
import { isEndState } from '../../../../src/domain/request/states.ts'
import { engineCalls } from '../../../../src/engine/api/calls.ts'
import type { EngineCalls } from '../../../../src/engine/api/engine-calls.ts'
import type { EngineOptions } from '../../../../src/engine/assembly/options.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { disc } from '../../../practice/support/images.ts'
import type { Client } from '../../../practice/support/practice.ts'
import { newFolder } from '../../../support/folders.ts'
import { openEngine } from '../../../support/open-engine.ts'
import { patienceMs } from '../../../support/patience.ts'

/** Fast enough for tests, slow enough that pauses can be told apart. */
export const scale = 50

export interface Rig {
  engine: Engine
  calls: EngineCalls
  home: string
  /** Resolves when a request is as wished; rejects with its last state when that takes too long. */
  until(id: string, is: (view: RequestView) => boolean): Promise<RequestView>
  ended(id: string): Promise<RequestView>
  orderPicture(prompt?: string): Promise<string>
  orderCutout(): Promise<string>
  close(): Promise<void>
}

export async function newRig(practice: Client, changes: Partial<EngineOptions> & { home?: string } = {}): Promise<Rig> {
  const home = changes.home ?? newFolder()
  const engine = await openEngine(
    home,
    { url: practice.practice.url, key: practice.key() },
    { timeScale: scale, ...changes },
  )
  let isOpen = true
  const close = async () => {
    if (isOpen) await engine.close()
    isOpen = false
  }
  onTestFinished(close)
  const calls = engineCalls(engine)
  const rig = {
    engine,
    calls,
    home,
    close,
    until: (id: string, is: (view: RequestView) => boolean) => until(engine, id, is),
  }
  return {
    ...rig,
    ended: (id) => rig.until(id, (view) => isEndState(view.state)),
    orderPicture: (prompt) => orderPicture(calls, prompt),
    orderCutout: () => orderCutout(calls),
  }
}

function until(engine: Engine, id: string, is: (view: RequestView) => boolean): Promise<RequestView> {
  const look = (): RequestView | null => {
    const receipt = engine.store.receipts.get(id)
    const view = receipt ? engine.viewOf(receipt) : null
    return view && is(view) ? view : null
  }
  return new Promise((resolve, reject) => {
    const done = (view: RequestView) => {
      clearTimeout(limit)
      stop()
      resolve(view)
    }
    const stop = engine.listen('requestChanged', (view) => {
      if (view.id === id && is(view)) done(view)
    })
    const limit = setTimeout(() => {
      stop()
      const receipt = engine.store.receipts.get(id)
      reject(new Error(`waited in vain: ${receipt?.phase}, ${receipt?.error}, next: ${JSON.stringify(receipt?.next)}`))
    }, patienceMs)
    const now = look()
    if (now) done(now)
  })
}

async function orderPicture(calls: EngineCalls, prompt = 'a lighthouse'): Promise<string> {
  const { models } = await calls['catalogue.models']({})
  const model = models.find((m) => m.mediaType === 'image' && m.maxReferences > 0)
  const quote = await calls['quote.generation']({ prompt, modelId: model?.id ?? '' })
  const { requestIds } = await calls['orders.approve']({ quoteId: quote.id, credits: quote.credits })
  return requestIds[0] ?? ''
}

async function orderCutout(calls: EngineCalls): Promise<string> {
  const file = join(newFolder(), 'disc.png')
  writeFileSync(file, await disc())
  const quote = await calls['quote.skill']({ skill: 'remove-bg', files: [file] })
  const { requestIds } = await calls['orders.approve']({ quoteId: quote.id, credits: quote.credits })
  return requestIds[0] ?? ''
}

/** The file of an asset is on disk with the hash that its receipt names (I7). */
export function hashOnDisk(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** What the service charged for a request, each charge. */
export async function chargesOf(practice: Client, id: string): Promise<number[]> {
  const { entries } = await practice.ledger()
  return entries.filter((e) => e.kind === 'charge' && e.requestId === id).map((e) => e.credits)
}

/** The bodies of the paid POSTs of a request that reached the service, by their hashes. */
export async function postsOf(practice: Client, id: string): Promise<string[]> {
  const state = (await (await fetch(`${practice.practice.control}/state`)).json()) as {
    posts: { requestId: string | null; bodySha256: string }[]
  }
  return state.posts.filter((post) => post.requestId === id).map((post) => post.bodySha256)
}
