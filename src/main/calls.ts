import { type BrowserWindow, ClipboardItem, clipboard, ipcMain, nativeImage, shell } from 'electron'
import type { z } from 'zod'
import { type CallAnswer, type CallName, type CallsOf, calls } from '../contract/ipc.ts'
import { failureOf } from '../engine/platform/failure-of.ts'
import { aboutThisApp } from './about.ts'
import type { AppState } from './app-state.ts'
import { CallPace } from './call-pace.ts'
import { CallsUnderWay } from './calls-under-way.ts'
import { Consents } from './consent/consents.ts'
import { questionsOf } from './consent/questions.ts'
import { askByMenu } from './context-menu.ts'
import { agreesTo, chooseToOpen, chooseToSave } from './dialogs.ts'
import { isCutOff } from './engine-link.ts'
import { giveHandles, handleCalls } from './handles/calls.ts'
import type { Handles } from './handles/handles.ts'
import { withHandles, withPaths } from './handles/swap.ts'
import { nativeLibraryCalls } from './library-calls.ts'
import type { MainCalls } from './main-calls.ts'
import { isShortEnough, weightOf } from './message-bounds.ts'
import { presetCalls } from './preset-calls.ts'
import { removeFiles } from './remove-files.ts'
import { settingsCalls } from './settings-calls.ts'
import { updateCalls } from './updates/calls.ts'
import type { Updates } from './updates/updates.ts'
import { isOurPage, showInFolder } from './window.ts'

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
function mainCalls(
  state: AppState,
  windowNow: () => BrowserWindow | null,
  updates: Updates,
  handles: Handles,
  acted: () => void,
): MainCalls {
  return {
    'app.snapshot': () => state.snapshot(),
    'app.startPractice': () => state.startPractice(),
    'app.useService': ({ address, withKeptKey }) => state.useService(address, withKeptKey),
    'app.setTheme': ({ theme, contrast, language }) =>
      state.setTheme({
        ...(theme ? { theme } : {}),
        ...(contrast ? { contrast } : {}),
        ...(language ? { language } : {}),
      }),
    'app.setAskAbove': ({ credits }) => state.setAskAbove(credits),
    'app.about': () => aboutThisApp(),
    'app.contextMenu': async (wish) => {
      const act = await askByMenu(windowNow(), wish)
      // What was pressed in a menu of the system's the page never saw.
      if (act !== null) acted()
      return act
    },
    ...settingsCalls(state, windowNow, unwrap),
    ...updateCalls(updates),
    ...handleCalls(state, windowNow, handles, unwrap),
    ...presetCalls(state, windowNow),
    'requests.fetchMore': async ({ ids }) => {
      // Of this engine alone: what was named is not another's.
      const { link } = state
      for (const id of ids) unwrap(await link.call('requests.decide', { id, choice: 'fetch-more', credits: null }))
      return undefined
    },
    'ledger.export': async (period) => {
      const path = await chooseToSave(windowNow(), 'ledger', {
        title: 'Export the ledger',
        name: `printroom-ledger-${period.from}-to-${period.to}.csv`,
        filters: [{ name: 'CSV', extensions: ['csv'] }],
      })
      if (path === null) return null
      state.writeOut(path, unwrap(await state.link.call('ledgerCsv', period)))
      return { path }
    },
    'library.remove': async ({ of }) => {
      const removable = unwrap(await state.link.call('trashedFiles', { of }))
      const trash = (path: string): Promise<void> => shell.trashItem(path)
      const count = await removeFiles(removable, trash, async (ids) => {
        unwrap(await state.link.call('removed', { ids }))
      })
      return { count }
    },
    'library.export': async ({ of, wish }) => {
      // By their names: what comes home while the dialog is open moves every place in the list.
      const ids = unwrap(await state.link.call('library.items', { of })).map(({ id }) => id)
      const [folder] = await chooseToOpen(windowNow(), 'exports', {
        properties: ['openDirectory', 'createDirectory'],
        title: 'Export to this folder',
        buttonLabel: 'Export here',
      })
      if (folder === undefined) return null
      return unwrap(await state.link.call('export', { of: { ids }, wish, folder }))
    },
    'exports.showInFolder': async () => {
      const view = unwrap(await state.link.call('exports.now', undefined))
      if (view !== null) showInFolder(view.last ?? view.folder)
      return undefined
    },
    'app.copyText': async ({ text }) => {
      await clipboard.writeText(text)
      return undefined
    },
    'library.copyPicture': async ({ id }) => {
      const path = unwrap(await state.link.call('readable', { id }))
      const image = path === null ? null : nativeImage.createFromPath(path)
      if (image === null || image.isEmpty())
        throw new Passed({
          ok: false,
          code: 'not-now',
          message: 'This kind of file cannot be put on the clipboard. Show it in its folder, or drag it from the grid.',
          retryable: false,
        })
      await clipboard.write([new ClipboardItem({ 'image/png': new Blob([new Uint8Array(image.toPNG())]) })])
      return undefined
    },
    ...nativeLibraryCalls(state, windowNow, unwrap),
    'library.showInFolder': async ({ id }) => {
      for (const { path } of unwrap(await state.link.call('paths', { ids: [id] }))) showInFolder(path)
      return undefined
    },
  }
}

const isCallName = (name: unknown): name is CallName => typeof name === 'string' && Object.hasOwn(calls, name)

const refusedCall = { ok: false, code: 'not-allowed', message: 'This call is not allowed.', retryable: false } as const

/** What was agreed to, or needed no question, was so with the engine of then. */
const changedMeanwhile = {
  ok: false,
  code: 'not-now',
  message:
    'The service, or the way to it, was changed meanwhile. Nothing was changed, sent or charged. Do it again where you want it.',
  retryable: true,
} as const

/** Its engine gave way to another one before it answered. */
const reopenedMeanwhile = {
  ok: false,
  code: 'not-now',
  message:
    'Printroom opened its engine anew before this was answered. Look whether it was done before you do it again; whatever was sent or charged stands in the receipts.',
  retryable: true,
} as const

/** With an engine's failure as an answer, as it was. */
const carriedOut = (value: Promise<unknown>): Promise<CallAnswer<unknown>> =>
  value.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => {
      if (error instanceof Passed) return error.answer
      throw error
    },
  )

/** Null where it is not of the form; what nests too deep runs the reader out of its stack, and is of none. */
function parsedOrNull(form: z.ZodType, input: unknown): { data: unknown; bytes: number } | null {
  try {
    const bytes = weightOf(input)
    if (bytes === null || !isShortEnough(form, input)) return null
    const read = form.safeParse(input)
    return read.success ? { data: read.data, bytes } : null
  } catch {
    return null
  }
}

/**
 * The one door from the window: the sender must be our page, the call must be in the contract, the input must be of its
 * form and come no more often than the app's own page says it (`reach`), nor more at once, and a person must have agreed to what needs that
 * (`rights`). Outputs are cut to the contract's form too, so that nothing but what it lists ever leaves. Files and folders
 * go through it as handles on the page's side, and as paths on this one.
 */
export function answerCalls(
  state: AppState,
  windowNow: () => BrowserWindow | null,
  updates: Updates,
  handles: Handles,
): void {
  const own = mainCalls(state, windowNow, updates, handles, () => consents.acted())
  giveHandles(handles)
  const consents = new Consents(questionsOf(state, updates), (question) => agreesTo(windowNow(), question), state)
  const underWay = new CallsUnderWay()
  const pace = new CallPace(state)
  ipcMain.on('printroom:press', (event, said: unknown) => {
    if (isOurPage(event.senderFrame)) consents.pressed(said)
  })
  ipcMain.on('printroom:act', ({ senderFrame }) => {
    if (isOurPage(senderFrame)) consents.acted()
  })
  ipcMain.on('printroom:began', ({ senderFrame }) => {
    if (isOurPage(senderFrame)) consents.pageBegan()
  })
  ipcMain.handle('printroom:call', async (event, name: unknown, input: unknown): Promise<CallAnswer<unknown>> => {
    if (!isOurPage(event.senderFrame) || !isCallName(name)) return refusedCall
    const contract = calls[name]
    const parsed = parsedOrNull(contract.input, input)
    if (!parsed)
      return { ...refusedCall, code: 'bad-input', message: 'The window asked for something it may not ask for.' }
    let ended: (() => void) | undefined
    try {
      ended = underWay.begin(parsed.bytes)
      const asked = withPaths(contract.input, parsed.data, handles)
      const { link } = state
      pace.must(name, asked as never)
      const agreed = await consents.must(name, asked as never)
      if (link !== state.link) return changedMeanwhile
      const answer: CallAnswer<unknown> =
        contract.where === 'main'
          ? await carriedOut(own[name as CallsOf<'main'>](agreed as never))
          : await link.call(name as CallsOf<'engine'>, agreed as never)
      if (isCutOff(answer) && link !== state.link) return reopenedMeanwhile
      if (!answer.ok) return answer
      const value = contract.output.parse(withHandles(contract.output, answer.value, handles))
      consents.answered(name, value as never, asked as never)
      return { ok: true, value }
    } catch (error) {
      return failureOf(error)
    } finally {
      ended?.()
    }
  })
}
