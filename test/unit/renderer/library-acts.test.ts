import { afterEach, expect, it, vi } from 'vitest'
import type { CallName } from '../../../src/contract/ipc.ts'
import type { LibrarySelection } from '../../../src/contract/library.ts'
import { eventually } from '../../support/eventually.ts'
import { request } from './requests.ts'

const cutout = { mediaType: 'image', format: 'png', hasAlpha: true, present: true }

/** The engine's list of a few pictures, with its answers on their way for as long as a test says. */
class Engine {
  names = ['c', 'b', 'a']
  revision = 0
  readonly marked: string[][] = []
  readonly trashed: string[][] = []
  /** More has changed than can be told: the list is opened anew, and so many of its pictures come with the first answer. */
  hasGone = false
  first = Number.POSITIVE_INFINITY
  /** So many of its pictures come with the list; the others are read when they come into sight. */
  read = Number.POSITIVE_INFINITY
  #coming: string[] = []
  #open: (() => void)[] = []
  isSlow = false
  /** How the rest of the list is told, when it is. */
  readonly rest = Promise.withResolvers<void>()
  isGone = false
  readonly asked: CallName[] = []

  comesHome(name: string): void {
    this.#coming = [name, ...this.#coming]
  }

  /** Lets the answers through that were held back. */
  deliver(): void {
    this.isSlow = false
    for (const open of this.#open.splice(0)) open()
  }

  call = async (name: CallName, input: unknown): Promise<unknown> => {
    this.asked.push(name)
    const value = await this.#answer(name, input)
    if (this.isSlow) await new Promise<void>((resolve) => this.#open.push(resolve))
    return value === undefined
      ? { ok: false, code: 'not-now', message: 'The library has changed.', retryable: false }
      : { ok: true, value }
  }

  #answer(name: CallName, input: unknown): unknown {
    const ratios = new Uint8Array(this.names.length)
    const item = (id: string) => ({ id })
    const total = this.names.length
    const next = this.first < total ? this.first : null
    if (name === 'library.open') {
      this.revision = 0
      return {
        list: 'the list',
        items: this.names.slice(0, this.read).map(item),
        ratios: ratios.slice(0, this.first),
        days: [],
        next,
        total,
      }
    }
    if (name === 'library.shape')
      return this.rest.promise.then(() =>
        this.isGone ? undefined : { ratios: ratios.slice(this.first), days: [], next: null, total },
      )
    if (name === 'library.slice') return this.names.map(item)
    if (name === 'library.items')
      return this.#named((input as { of: LibrarySelection }).of)?.map((id) => ({ ...item(id), ...cutout }))
    if (name === 'library.mark') return this.#act((input as { of: LibrarySelection }).of, this.marked)
    if (name === 'library.trash') return this.#act((input as { of: LibrarySelection }).of, this.trashed)
    if (name !== 'library.sync') return undefined
    if (this.hasGone) {
      this.hasGone = false
      return null
    }
    const inserted = this.#coming.map((_, place) => ({ place, ratio: 0, day: '2026-11-20' }))
    this.names = [...this.#coming, ...this.names]
    if (inserted.length > 0) this.revision += 1
    this.#coming = []
    return { removed: [], inserted, revision: this.revision }
  }

  #named(of: LibrarySelection): string[] | undefined {
    if ('ids' in of) return of.ids
    return of.revision === this.revision ? of.ranges.flatMap(([from, end]) => this.names.slice(from, end)) : undefined
  }

  #act(of: LibrarySelection, done: string[][]): { count: number; undo: null } | undefined {
    const ids = this.#named(of)
    if (ids === undefined) return undefined
    done.push(ids)
    return { count: ids.length, undo: null }
  }
}

async function open() {
  vi.resetModules()
  const engine = new Engine()
  vi.stubGlobal('window', { addEventListener: () => undefined, printroom: { call: engine.call } })
  vi.stubGlobal('requestIdleCallback', (go: () => void) => queueMicrotask(go))
  vi.stubGlobal('document', { images: [] })
  const [{ useLibrary }, { useView }, { useNotices }, { useRequests }, acts] = await Promise.all([
    import('../../../src/renderer/stores/library-store.ts'),
    import('../../../src/renderer/stores/view-store.ts'),
    import('../../../src/renderer/bridge/notices-store.ts'),
    import('../../../src/renderer/stores/requests-store.ts'),
    import('../../../src/renderer/features/library/acts.ts'),
  ])
  useLibrary.getState().reload()
  await eventually(() => expect(useLibrary.getState().total).toBe(3))
  const said = (): string[] => useNotices.getState().notices.map(({ message }) => message)
  return { engine, useLibrary, useView, useRequests, said, ...acts }
}

/** With two pictures of three; the rest is still to be read. */
async function openInPart() {
  const opened = await open()
  opened.engine.first = 2
  opened.useLibrary.getState().reload()
  await eventually(() => expect(opened.useLibrary.getState()).toMatchObject({ isWhole: false, total: 3 }))
  return opened
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('an act that is pressed while a change is on its way is done to the pictures that were chosen, not to those in their places', async () => {
  const { engine, useLibrary, rateChosen } = await open()
  useLibrary.getState().choose([[1, 3]], 1, 1)
  engine.comesHome('d')
  engine.isSlow = true
  const synced = useLibrary.getState().sync()
  const rated = rateChosen(5)
  engine.deliver()
  await Promise.all([synced, rated])
  expect(engine.marked).toEqual([['b', 'a']])
})

it('one act after the other goes on while pictures keep coming home', async () => {
  const { engine, useLibrary, rateChosen } = await open()
  useLibrary.getState().choose([[2, 3]], 2, 2)
  for (const name of ['d', 'e', 'f']) {
    engine.comesHome(name)
    useLibrary.getState().take()
    useLibrary.getState().take()
    await rateChosen(5)
  }
  expect(engine.marked).toEqual([['a'], ['a'], ['a']])
})

it('in the viewer an act is about the picture that is shown, whatever is chosen behind it or not in the list', async () => {
  const { engine, useLibrary, useView, chosenCount, rateChosen } = await open()
  useLibrary.getState().choose([[0, 2]], 1, 1)
  expect(chosenCount()).toBe(2)
  useView.getState().openViewer()
  expect(chosenCount()).toBe(1)
  await rateChosen(5)
  useView.getState().openAsset('of another list')
  await rateChosen(5)
  useView.getState().closeViewer()
  await rateChosen(5)
  expect(engine.marked).toEqual([['b'], ['of another list'], ['c', 'b']])
})

it('outside the viewer an act is about the picture that the pane shows, though another one is chosen in the list', async () => {
  const { engine, useLibrary, useView, useRequests, chosenCount, rateChosen, trashChosen } = await open()
  const { choose } = useLibrary.getState()
  choose([[0, 1]], 0, 0)
  useView.getState().chooseAsset('a twin', true)
  await rateChosen(5)
  expect([chosenCount(), engine.marked]).toEqual([1, [['a twin']]])
  // Opened from the queue, then another screen and back.
  choose([[0, 1]], 0, 0)
  useView.getState().openAsset('out of the queue')
  useView.getState().go('library')
  await trashChosen()
  expect(engine.trashed).toEqual([['out of the queue']])
  // One is chosen and the keyboard went on to the next: the pane tells of one chosen picture.
  choose([[0, 1]], 1, 1)
  await rateChosen(4)
  expect([chosenCount(), engine.marked.at(-1)]).toEqual([1, ['c']])
  // What is on its way stands in the grid and is no picture yet.
  useRequests.getState().fill([request({ id: 'on its way' })])
  choose([], null, null)
  useView.getState().chooseAsset('on its way')
  await trashChosen()
  expect([chosenCount(), engine.trashed.length]).toEqual([0, 1])
})

it('after a picture that stands in no list went to the trash nothing is open or chosen: a second press is about nothing', async () => {
  const { engine, useLibrary, useView, chosenCount, trashChosen } = await open()
  useLibrary.getState().choose([[0, 1]], 0, 0)
  useView.getState().openAsset('out of the queue')
  await trashChosen()
  await trashChosen()
  expect(engine.trashed).toEqual([['out of the queue']])
  expect([useView.getState().viewing, useView.getState().assetId, chosenCount()]).toEqual([false, null, 0])
})

it('a picture that stands in no list counts as one while it is open large, whatever is chosen behind it', async () => {
  const { useLibrary, useView, chosenCount } = await open()
  useView.getState().openAsset('out of the queue')
  expect(chosenCount()).toBe(1)
  useLibrary.getState().choose([[0, 3]], 2, 0)
  useView.getState().openAsset('out of the queue')
  expect(chosenCount()).toBe(1)
})

it('an act does not wait for the whole of a list that is opened anew, goes to the picture it was meant for, and otherwise says so', async () => {
  const { engine, useLibrary, said, rateChosen, trashChosen } = await open()
  engine.first = 1
  const whileItChanges = async (act: () => Promise<void>): Promise<void> => {
    engine.hasGone = true
    engine.isSlow = true
    useLibrary.getState().take()
    await eventually(() => expect(engine.asked.at(-1)).toBe('library.sync'))
    const done = act()
    engine.deliver()
    await done
  }
  useLibrary.getState().choose([[1, 2]], 1, 1)
  await whileItChanges(() => rateChosen(5))
  expect([engine.marked, said()]).toEqual([[['b']], []])
  useLibrary.getState().choose([[0, 3]], 2, 0)
  await whileItChanges(trashChosen)
  expect(engine.trashed).toEqual([])
  expect(said()).toEqual(['The library has changed. Select the pictures again. Nothing was changed.'])
})

it('everything that is chosen while the list is still being read is everything, and an act waits for it', async () => {
  const { engine, useLibrary, chosenCount, rateChosen, said } = await openInPart()
  useLibrary.getState().chooseAll()
  const rated = rateChosen(5)
  expect(engine.marked).toEqual([])
  engine.rest.resolve()
  await rated
  expect([chosenCount(), engine.marked, said()]).toEqual([3, [['c', 'b', 'a']], []])
})

it('a part that was chosen meanwhile stays that part, and waits for nothing', async () => {
  const { engine, useLibrary, chosenCount, rateChosen } = await openInPart()
  useLibrary.getState().chooseAll()
  useLibrary.getState().choose([[0, 2]], 1, 0)
  await rateChosen(5)
  engine.rest.resolve()
  await eventually(() => expect(useLibrary.getState().isWhole).toBe(true))
  expect([chosenCount(), engine.marked]).toEqual([2, [['c', 'b']]])
})

it('where the rest cannot be read nothing is done to a part of what was chosen, and that is said', async () => {
  const { engine, useLibrary, trashChosen, said } = await openInPart()
  useLibrary.getState().chooseAll()
  const trashed = trashChosen()
  engine.isGone = true
  engine.rest.resolve()
  await trashed
  expect([engine.trashed, said().length]).toEqual([[], 1])
})

it('a cutout that was chosen before it was read here is opened to be touched up all the same', async () => {
  const { engine, useLibrary, useView, touchUpChosen } = await open()
  engine.read = 1
  useLibrary.getState().reload()
  await eventually(() => expect(useLibrary.getState().itemAt(2)).toBeUndefined())
  useLibrary.getState().choose([[2, 3]], 2, 2)
  await touchUpChosen()
  expect(useView.getState()).toMatchObject({ touchingUp: 'a' })
})
