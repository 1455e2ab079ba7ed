import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  app,
  type BrowserWindow,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron'
import { z } from 'zod'
import { NotNowError } from '../engine/platform/call-error.ts'
import { elsewhereWords, isElsewhere } from '../engine/platform/elsewhere.ts'
import { printable, sanitizeText } from '../engine/platform/text.ts'
import type { Question } from './consent/question.ts'

/** What a dialog is for, and where it begins the first time. */
const beginnings = {
  pictures: 'pictures',
  folders: 'pictures',
  exports: 'pictures',
  library: 'pictures',
  ledger: 'documents',
  presets: 'documents',
  diagnostics: 'documents',
  certificates: 'documents',
} as const satisfies Record<string, Parameters<typeof app.getPath>[0]>

type Purpose = keyof typeof beginnings

type OpenWish = Pick<OpenDialogOptions, 'buttonLabel' | 'filters' | 'properties'> & { title: string }
type SaveWish = Pick<SaveDialogOptions, 'filters'> & { title: string; name: string }

const oneAtATime = 'Another dialog of Printroom’s is open. Answer that first. Nothing was changed, sent or charged.'

interface Shown {
  window: BrowserWindow | null
  ended: Promise<void>
}

/** What stands before the person, of whatever kind, and over which window. */
let open: Shown | null = null

/** One whose window is gone stands nowhere, whether or not the system ever says so. */
const openNow = (): Shown | null => (open?.window?.isDestroyed() === true ? null : open)

/** One at a time: a page can neither put another one over it, nor many behind one another under a person's next keys. */
export async function oneDialogAtATime<T>(window: BrowserWindow | null, show: () => Promise<T>): Promise<T> {
  if (openNow() !== null) throw new NotNowError(oneAtATime)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const own = { window, ended }
  open = own
  try {
    return await show()
  } finally {
    if (open === own) open = null
    end()
  }
}

/** What main itself has to say is neither put over another dialog nor left out: it waits for that one's end. @returns the button */
export async function askInTurn(window: BrowserWindow, question: MessageBoxOptions): Promise<number> {
  for (let before = openNow(); before !== null; before = openNow()) await before.ended
  return (await oneDialogAtATime(window, () => dialog.showMessageBox(window, question))).response
}

/** Some of the words come from a page: they can neither turn the direction nor hide what follows. */
const labels = ({ title, buttonLabel }: Pick<OpenWish, 'title' | 'buttonLabel'>) => ({
  title: sanitizeText(title),
  // A Mac shows no title on these.
  message: sanitizeText(title),
  ...(buttonLabel === undefined ? {} : { buttonLabel: sanitizeText(buttonLabel) }),
})

/**
 * @returns the paths that a person chose, none where the dialog was dismissed
 * @throws NotNowError where they lie on another computer or are devices, as wherever else such a path comes from; while
 * another dialog is open
 */
export async function chooseToOpen(window: BrowserWindow | null, purpose: Purpose, wish: OpenWish): Promise<string[]> {
  const options = { ...wish, ...labels(wish), defaultPath: folderFor(purpose) }
  const { canceled, filePaths } = await oneDialogAtATime(window, () =>
    window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options),
  )
  const [first] = filePaths
  if (canceled || first === undefined) return []
  const elsewhere = filePaths.find(isElsewhere)
  if (elsewhere !== undefined)
    throw new NotNowError(`${sanitizeText(elsewhere)} cannot be used: ${elsewhereWords}. Nothing was done.`)
  const isFolder = wish.properties?.includes('openDirectory')
  remember(purpose, isFolder ? first : dirname(first))
  return filePaths
}

/**
 * @returns the path that a person gave, null where the dialog was dismissed
 * @throws NotNowError while another dialog is open
 */
export async function chooseToSave(
  window: BrowserWindow | null,
  purpose: Purpose,
  { name, ...wish }: SaveWish,
): Promise<string | null> {
  const options = { ...wish, ...labels(wish), defaultPath: join(folderFor(purpose), sanitizeText(name)) }
  const { canceled, filePath } = await oneDialogAtATime(window, () =>
    window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options),
  )
  if (canceled || !filePath) return null
  // Refused as it is written; no dialog begins there.
  if (!isElsewhere(filePath)) remember(purpose, dirname(filePath))
  return filePath
}

/**
 * Whether a person agrees. Enter, and closing the dialog, press the button that leaves everything as it is.
 * @throws NotNowError while another dialog is open
 */
export async function agreesTo(window: BrowserWindow | null, { message, detail, act }: Question): Promise<boolean> {
  const buttons = [sanitizeText(act), 'Cancel']
  const said = { message: sanitizeText(message), detail: detail.split('\n').map(printable).join('\n') }
  const options = { type: 'question' as const, ...said, buttons, defaultId: 1, cancelId: 1, noLink: true }
  const { response } = await oneDialogAtATime(window, () =>
    window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options),
  )
  return response === 0
}

const kept = z.partialRecord(z.enum(Object.keys(beginnings) as [Purpose]), z.string())

/** Beside what Electron keeps of the window, which is as little a setting. */
const file = (): string => join(app.getPath('userData'), 'dialog-folders.json')

function remembered(): z.infer<typeof kept> {
  try {
    return kept.parse(JSON.parse(readFileSync(file(), 'utf8')))
  } catch {
    // Not there yet, or not ours: they begin anew.
    return {}
  }
}

/**
 * Electron's dialogs begin in Downloads each time. Whether the folder is still there is not looked at: its disk may not
 * answer, and the system begins elsewhere by itself where it is gone.
 */
const folderFor = (purpose: Purpose): string => remembered()[purpose] ?? app.getPath(beginnings[purpose])

function remember(purpose: Purpose, folder: string): void {
  try {
    writeFileSync(file(), JSON.stringify({ ...remembered(), [purpose]: folder }), { mode: 0o600 })
  } catch {
    // The disk says no: the dialog begins where it did.
  }
}
