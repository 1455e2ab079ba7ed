import { onTestFinished } from 'vitest'
import type { RequestView } from '../../src/contract/views.ts'
import { isEndState } from '../../src/domain/request/states.ts'
import { engineCalls } from '../../src/engine/api/calls.ts'
import type { EngineCalls } from '../../src/engine/api/engine-calls.ts'
import type { EngineOptions } from '../../src/engine/assembly/options.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { newFolder } from './folders.ts'
import { openEngine } from './open-engine.ts'
import { patienceMs } from './patience.ts'

export interface EngineAt {
  engine: Engine
  calls: EngineCalls
  home: string
  close(): Promise<void>
  /** Waits until a request is as wished. */
  until(id: string, is: (view: RequestView) => boolean): Promise<RequestView>
  /** Waits for its end, or for a decision. */
  settled(id: string): Promise<RequestView>
  /** Accepts a quote at the price that it shows. */
  approve(quote: { id: string; credits: number | null }): Promise<string[]>
}

/** The whole engine in a home of its own, against a service at an address. */
export async function engineAt(
  service: string,
  key: string,
  changes: Partial<EngineOptions> & { home?: string } = {},
): Promise<EngineAt> {
  const home = changes.home ?? newFolder()
  const engine = await openEngine(home, { url: service, key }, changes)
  let closed: Promise<void> | null = null
  const close = (): Promise<void> => {
    closed ??= engine.close()
    return closed
  }
  onTestFinished(close)
  const calls = engineCalls(engine)
  const at: EngineAt = {
    engine,
    calls,
    home,
    close,
    until: (id, is) => until(engine, id, is),
    settled: (id) => at.until(id, (view) => isEndState(view.state) || view.decision !== null),
    approve: async ({ id, credits }) => (await calls['orders.approve']({ quoteId: id, credits })).requestIds,
  }
  return at
}

/** As soon as it is told of; what another program wrote, and what is no step of the request, is looked for. */
async function until(engine: Engine, id: string, is: (view: RequestView) => boolean): Promise<RequestView> {
  const deadline = Date.now() + patienceMs
  let told = Promise.withResolvers<void>()
  const stop = engine.listen('requestChanged', (view) => {
    if (view.id === id) told.resolve()
  })
  try {
    for (;;) {
      told = Promise.withResolvers<void>()
      const receipt = engine.store.receipts.get(id)
      const view = receipt ? engine.viewOf(receipt) : null
      if (view && is(view)) return view
      if (Date.now() > deadline) throw new Error(`waited in vain: ${receipt?.phase}, ${JSON.stringify(receipt?.next)}`)
      const look = setTimeout(told.resolve, 50)
      await told.promise
      clearTimeout(look)
    }
  } finally {
    stop()
  }
}
