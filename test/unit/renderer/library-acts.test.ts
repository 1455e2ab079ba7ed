import { afterEach, expect, it, vi } from 'vitest'
import type { CallName } from '../../../src/contract/ipc.ts'
import type { LibrarySelection } from '../../../src/contract/library.ts'

/** The engine's list of a few pictures, with its answers on their way for as long as a test says. */
class Engine {
  names = ['c', 'b', 'a']
  revision = 0
  readonly marked: string[][] = []
  #coming: string[] = []
  #open: (() => void)[] = []
  isSlow = false

  comesHome(name: string): void {
    this.#coming = [name, ...this.#coming]
  }

  /** Lets the answers through that were held back. */
  deliver(): void {
    this.isSlow = false
    for (const open of this.#open.splice(0)) open()
  }

  call = async (name: CallName, input: unknown): Promise<unknown> => {
    const value = this.#answer(name, input)
    if (this.isSlow) await new Promise<void>((resolve) => this.#open.push(resolve))
    return value === undefined
      ? { ok: false, code: 'not-now', message: 'The library has changed meanwhile.', retryable: false }
      : { ok: true, value }
  }

  #answer(name: CallName, input: unknown): unknown {
    const ratios = new Uint8Array(this.names.length)
    const item = (id: string) => ({ id })
    if (name === 'library.open')
      return { list: 'the list', items: this.names.map(item), ratios, days: [], next: null, total: this.names.length }
    if (name === 'library.slice') return this.names.map(item)
    if (name === 'library.mark') return this.#mark((input as { of: LibrarySelection }).of)
    if (name !== 'library.sync') return undefined
    const inserted = this.#coming.map((_, place) => ({ place, ratio: 0, day: '2026-11-20' }))
    this.names = [...this.#coming, ...this.names]
    if (inserted.length > 0) this.revision += 1
    this.#coming = []
    return { removed: [], inserted, revision: this.revision }
  }

  #mark(of: LibrarySelection): { count: number; undo: null } | undefined {
    if (!('ids' in of) && of.revision !== this.revision) return undefined
    const ids = 'ids' in of ? of.ids : of.ranges.flatMap(([from, end]) => this.names.slice(from, end))
    this.marked.push(ids)
    return { count: ids.length, undo: null }
  }
}

async function open() {
  vi.resetModules()
  const engine = new Engine()
  vi.stubGlobal('window', { addEventListener: () => undefined, printroom: { call: engine.call } })
  const [{ useLibrary }, { useView }, acts] = await Promise.all([
    import('../../../src/renderer/stores/library-store.ts'),
    import('../../../src/renderer/stores/view-store.ts'),
    import('../../../src/renderer/features/library/acts.ts'),
  ])
  useLibrary.getState().reload()
  await vi.waitFor(() => expect(useLibrary.getState().total).toBe(3))
  return { engine, useLibrary, useView, ...acts }
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
