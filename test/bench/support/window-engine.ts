import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { RequestView } from '../../../src/contract/views.ts'
import { foldersFor } from '../../../src/engine/platform/home.ts'
import { EngineLink } from '../../../src/main/engine-link.ts'
import { inRoot } from './places.ts'
import type { PracticeProcess } from './practice-process.ts'

const badEnds = new Set(['failed', 'rejected', 'gone', 'partial', 'needs-decision'])

export interface WindowEngine {
  link: EngineLink
  /** Orders a cutout of each file at the price that is quoted. */
  orderCutouts(files: string[]): Promise<void>
  /** Milliseconds by which main's event loop was late, at the 99th percentile, since this was asked last. */
  takeMainDelayP99(): number
  close(): Promise<void>
}

/**
 * The window's engine in its thread, over the built app; this thread is main.
 * @param onState told of each state that a request comes to
 * @param onProblem told of a request that ended in another way than it should, and of an engine that failed
 */
export function startWindowEngine(
  { url, key }: PracticeProcess,
  home: string,
  onState: (id: string, state: RequestView['state']) => void,
  onProblem: (error: Error) => void,
): WindowEngine {
  const link = new EngineLink(
    new URL(`file://${inRoot('out/main/engine-thread.js')}`),
    {
      service: url,
      folders: foldersFor(home, false),
      timeScale: 1000,
      nodePath: process.execPath,
      entries: { imageWorker: inRoot('out/main/image-worker.mjs'), practice: '' },
      environmentKey: key,
      by: 'window',
    },
    {
      onStatus: () => undefined,
      onKeys: () => undefined,
      onFailure: (message) => onProblem(new Error(message)),
      onEvent: (name, payload) => {
        if (name !== 'requests.changed') return
        for (const { id, state } of payload as RequestView[]) {
          if (badEnds.has(state)) onProblem(new Error(`a cutout ended as ${state}`))
          onState(id, state)
        }
      },
    },
  )
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  return {
    link,
    orderCutouts: async (files) => {
      const quote = await link.call('quote.skill', { skill: 'remove-bg', files })
      if (!quote.ok) throw new Error(quote.message)
      const order = await link.call('orders.approve', { quoteId: quote.value.id, credits: quote.value.credits })
      if (!order.ok) throw new Error(order.message)
    },
    takeMainDelayP99: () => {
      const ms = delay.percentile(99) / 1e6
      delay.reset()
      return ms
    },
    close: async () => {
      delay.disable()
      await link.close()
    },
  }
}
