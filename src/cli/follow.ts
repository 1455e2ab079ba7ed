import type { RequestView } from '../contract/views.ts'
import { waitsForHeldKey } from '../domain/request/held-key.ts'
import { isEndState, type RequestState } from '../domain/request/states.ts'
import type { Engine } from '../engine/engine.ts'
import { hostsToAllow } from './exit-status.ts'
import type { Output } from './output.ts'

const unsent: ReadonlySet<RequestState> = new Set(['queued', 'preparing', 'submitting'])

/** Until each request is where the command may end: at its end or before a person, or at least sent, if to be told to wait. */
const isThere = (view: RequestView, wait: boolean): boolean =>
  view.state === 'needs-decision' ||
  isEndState(view.state) ||
  (!wait && (!unsent.has(view.state) || view.verdict === 'safe-to-send'))

/** What it is owed was tried: the next try is for later, or there is none. */
const isTried = ({ next }: RequestView): boolean => next === null || Date.parse(next.at ?? '') > Date.now()

/**
 * Looks at one request now and waits until that has come to something: files at home, another state, or a later try.
 * Nothing is sent. Where another program drives the queue it is asked to look, and not waited for.
 */
export async function followLook(engine: Engine, id: string, output: Output): Promise<RequestView> {
  const isDone = (view: RequestView): boolean => view.state === 'needs-decision' || isTried(view)
  const last = await new Promise<RequestView | null>((resolve) => {
    const done = (view: RequestView | null): void => {
      stop()
      process.off('SIGINT', stopped)
      process.off('SIGTERM', stopped)
      resolve(view)
    }
    const stopped = (): void => done(null)
    const stop = engine.listen('requestChanged', (view) => {
      if (view.id === id && isDone(view)) done(view)
    })
    // Where the files of the home are gone nothing comes any more that could be waited for.
    void engine.driver.stopped.then(stopped)
    process.once('SIGINT', stopped)
    process.once('SIGTERM', stopped)
    // What is read slowly has its time far away: whoever drives it is asked for it now.
    if (isEnded(engine, id)) engine.driver.lookNow(id)
    engine.driver.start(false)
    if (engine.driver.drives) return
    engine.driver.lookNow(id)
    stopped()
  })
  const receipt = engine.store.receipts.get(id)
  if (!receipt) throw new Error('the receipt is gone')
  const view = last ?? engine.viewOf(receipt)
  for (const asset of view.assets) output.asset(asset)
  output.request(view)
  return view
}

function isEnded(engine: Engine, id: string): boolean {
  const receipt = engine.store.receipts.get(id)
  return receipt !== null && isEndState(engine.viewOf(receipt).state)
}

/** Whoever waits for what is not sent waits for ever, so it is said at once. */
export const pausedWords =
  'The queue is paused: what is under way goes on, nothing new is sent. “queue resume” lets it go on.'

/**
 * Drives the queue, tells every change of these requests and waits. Without `wait` it returns when all are sent; where
 * another process drives the queue, or where it is paused, there is nothing to wait for then. With `wait` the files that
 * an ended request is owed are tried once as well.
 * @param due of these, ended ones that are to be asked about once more before it returns
 */
export async function follow(
  engine: Engine,
  ids: string[],
  wait: boolean,
  output: Output,
  due: ReadonlySet<string> = new Set(),
): Promise<RequestView[]> {
  const views = new Map<string, RequestView>()
  const told = new Map<string, string>()
  const assets = new Set<string>()
  const see = (view: RequestView): void => {
    views.set(view.id, view)
    const news = JSON.stringify([
      view.state,
      view.generationId,
      view.creditsUsed,
      view.creditsStatus,
      view.decision,
      view.error,
      view.owed.map(({ reason }) => reason),
    ])
    for (const asset of view.assets)
      if (!assets.has(asset.id)) {
        assets.add(asset.id)
        output.asset(asset)
      }
    if (told.get(view.id) === news) return
    told.set(view.id, news)
    output.request(view)
  }
  const wanted = new Set(ids)
  // Their copies disagree: nothing is done for them, so there is nothing to wait for.
  const aside = new Set(engine.store.receipts.setAside())
  const atFirst = new Map<string, string>()
  // What stands on the disk may be planned since long ago: only a later step tells of a try.
  const isBeingFetched = (view: RequestView): boolean =>
    engine.driver.drives &&
    isEndState(view.state) &&
    ((wait && view.owed.length > 0) || due.has(view.id)) &&
    !(view.updatedAt !== atFirst.get(view.id) && isTried(view))
  // Where the key that it waited for is set again, it is taken up at once: nobody has to decide then.
  const takenUp = new Set<string>()
  const isTakenUp = (view: RequestView): boolean =>
    wait && engine.driver.drives && takenUp.has(view.id) && view.updatedAt === atFirst.get(view.id)
  // What lies at a host that nobody has allowed is fetched after that and not before: waiting brings nothing.
  const isHeld = (view: RequestView): boolean => {
    const hosts = hostsToAllow(view)
    return hosts.length > 0 && !isEndState(view.state) && !hosts.some((host) => engine.hosts.mayBeInside(host))
  }
  const isDone = (view: RequestView): boolean =>
    aside.has(view.id) || isHeld(view) || (isThere(view, wait) && !isBeingFetched(view) && !isTakenUp(view))
  const read = (id: string): void => {
    const receipt = engine.store.receipts.get(id)
    if (receipt) see(engine.viewOf(receipt))
  }
  const isForHeldKey = (id: string): boolean => {
    const receipt = engine.store.receipts.get(id)
    return receipt !== null && waitsForHeldKey(receipt, engine.key.fingerprint)
  }
  await new Promise<void>((resolve) => {
    const check = (): void => {
      const isBusy = [...views.values()].some(isBeingFetched)
      if ([...views.values()].every(isDone) || (!wait && !isBusy && (!engine.driver.drives || engine.driver.paused)))
        done()
    }
    const stop = engine.listen('requestChanged', (view) => {
      if (!wanted.has(view.id)) return
      see(view)
      check()
    })
    // Where the files of the home are gone nothing comes any more that could be waited for.
    void engine.driver.stopped.then(() => done())
    const done = (): void => {
      stop()
      process.off('SIGINT', done)
      process.off('SIGTERM', done)
      resolve()
    }
    process.once('SIGINT', done)
    process.once('SIGTERM', done)
    for (const id of ids) read(id)
    for (const [id, { updatedAt }] of views) atFirst.set(id, updatedAt)
    for (const id of ids) if (isForHeldKey(id)) takenUp.add(id)
    // Only now: what it finds out at once is heard.
    engine.driver.start()
    if (engine.driver.paused) output.say(pausedWords)
    check()
  })
  // What the disk says at the end, not what was told last.
  for (const id of ids) read(id)
  return ids.map((id) => views.get(id)).filter((view) => view !== undefined)
}
