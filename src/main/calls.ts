import { type BrowserWindow, dialog, ipcMain, shell } from 'electron'
import {
  type CallAnswer,
  type CallInput,
  type CallName,
  type CallOutput,
  type CallsOf,
  calls,
} from '../contract/ipc.ts'
import { failureOf } from '../engine/call-errors.ts'
import type { AppState } from './app-state.ts'
import { isOurPage, showInFolder } from './window.ts'

type MainCalls = { [N in CallsOf<'main'>]: (input: CallInput<N>) => Promise<CallOutput<N>> }

/** Thrown with an engine's answer that was a failure, to be passed on as it is. */
class Passed extends Error {
  readonly answer: Extract<CallAnswer<never>, { ok: false }>
  constructor(answer: Extract<CallAnswer<never>, { ok: false }>) {
    super(answer.message)
    this.answer = answer
  }
}

function unwrap<T>(answer: CallAnswer<T>): T {
  if (!answer.ok) throw new Passed(answer)
  return answer.value
}

/** Calls that need Electron itself. */
function mainCalls(state: AppState, windowNow: () => BrowserWindow | null): MainCalls {
  return {
    'app.snapshot': () => state.snapshot(),
    'app.startPractice': () => state.startPractice(),
    'app.useService': ({ address }) => state.useService(address),
    'app.setTheme': ({ theme }) => state.setTheme(theme),
    'files.choose': async ({ folders, multiple }) => {
      const properties: ('openFile' | 'openDirectory' | 'multiSelections')[] = [folders ? 'openDirectory' : 'openFile']
      if (multiple) properties.push('multiSelections')
      const window = windowNow()
      const options = { properties, title: folders ? 'Choose a folder' : 'Choose pictures' }
      const chosen = window ? await dialog.showOpenDialog(window, options) : await dialog.showOpenDialog(options)
      if (chosen.canceled || chosen.filePaths.length === 0) return []
      return unwrap(await state.link.call('files.inspect', { paths: chosen.filePaths }))
    },
    'library.trash': async ({ ids }) => {
      const files = unwrap(await state.link.call('paths', { ids }))
      const gone: string[] = []
      for (const { id, path } of files) {
        await shell.trashItem(path)
        gone.push(id)
      }
      unwrap(await state.link.call('trashed', { ids: gone }))
      return undefined
    },
    'library.showInFolder': async ({ id }) => {
      for (const { path } of unwrap(await state.link.call('paths', { ids: [id] }))) showInFolder(path)
      return undefined
    },
  }
}

const isCallName = (name: unknown): name is CallName => typeof name === 'string' && Object.hasOwn(calls, name)

const refusedCall = { ok: false, code: 'not-allowed', message: 'This call is not allowed.', retryable: false } as const

/**
 * The one door from the window: the sender must be our page, the call must be in the contract, and the input must be of
 * its form. Outputs are cut to the contract's form too, so that nothing but what it lists ever leaves.
 */
export function answerCalls(state: AppState, windowNow: () => BrowserWindow | null): void {
  const own = mainCalls(state, windowNow)
  ipcMain.handle('printroom:call', async (event, name: unknown, input: unknown): Promise<CallAnswer<unknown>> => {
    if (!isOurPage(event.senderFrame) || !isCallName(name)) return refusedCall
    const contract = calls[name]
    const parsed = contract.input.safeParse(input)
    if (!parsed.success)
      return { ...refusedCall, code: 'bad-input', message: 'The window asked for something it may not ask for.' }
    try {
      const answer: CallAnswer<unknown> =
        contract.where === 'main'
          ? { ok: true, value: await own[name as CallsOf<'main'>](parsed.data as never) }
          : await state.link.call(name as CallsOf<'engine'>, parsed.data as never)
      return answer.ok ? { ok: true, value: contract.output.parse(answer.value) } : answer
    } catch (error) {
      return error instanceof Passed ? error.answer : failureOf(error)
    }
  })
}
