import { type BrowserWindow, clipboard, ipcMain } from 'electron'
import { z } from 'zod'
import type { FolderPurpose } from '../../contract/calls/file-calls.ts'
import type { CallAnswer } from '../../contract/ipc.ts'
import { isElsewhere } from '../../engine/platform/elsewhere.ts'
import { sanitizeText } from '../../engine/platform/text.ts'
import type { AppState } from '../app-state.ts'
import type { Question } from '../consent/question.ts'
import { agreesTo, chooseToOpen } from '../dialogs.ts'
import type { MainCalls } from '../main-calls.ts'
import { isOurPage } from '../window.ts'
import type { Handles } from './handles.ts'
import { fromKept, toKeep } from './kept-forms.ts'
import { namedInText } from './named-in-text.ts'

type HandleCalls = Pick<
  MainCalls,
  'files.choose' | 'files.chooseFolder' | 'files.onClipboard' | 'drafts.load' | 'drafts.save'
>

/** What leads to files and folders by a person's act, and forms, which hold their handles. Answers name them by paths. */
export function handleCalls(
  state: AppState,
  windowNow: () => BrowserWindow | null,
  handles: Handles,
  unwrap: <T>(answer: CallAnswer<T>) => T,
): HandleCalls {
  const inspect = async (files: string[]) => unwrap(await state.link.call('files.inspect', { files }))
  return {
    'files.choose': async ({ folders, multiple }) => {
      void state.link.call('files.expect', undefined)
      const properties: ('openFile' | 'openDirectory' | 'multiSelections')[] = [folders ? 'openDirectory' : 'openFile']
      if (multiple) properties.push('multiSelections')
      const paths = folders
        ? await chooseToOpen(windowNow(), 'folders', { properties, title: 'Choose a folder' })
        : await chooseToOpen(windowNow(), 'pictures', { properties, title: 'Choose pictures' })
      return paths.length === 0 ? [] : inspect(paths)
    },
    'files.chooseFolder': async ({ purpose }) => {
      const properties: ('openDirectory' | 'createDirectory')[] = ['openDirectory', 'createDirectory']
      const [path] = await chooseToOpen(windowNow(), 'folders', { properties, title: folderTitles[purpose] })
      return path === undefined ? null : { folder: path, path }
    },
    'files.onClipboard': async () => {
      // The page may write to the clipboard: what stands there is a person's choice only once a person has said so.
      const paths = namedInText(await clipboard.readText())
      const isUsed = paths.length > 0 && (await agreesTo(windowNow(), pastedQuestion(paths)))
      if (!isUsed) return []
      // What a folder holds was not named in the dialog.
      return (await inspect(paths)).filter(({ path }) => paths.includes(path))
    },
    'drafts.load': async ({ form }) => fromKept(unwrap(await state.link.call('draft', { form })), handles),
    'drafts.save': async ({ form, value }) =>
      unwrap(await state.link.call('saveDraft', { form, value: toKeep(value, handles) })),
  }
}

/** Main's words: a page says what for, of a list. */
const folderTitles: Readonly<Record<FolderPurpose, string>> = {
  watch: 'Choose the folder to watch',
  copies: 'Choose where to save copies',
}

const mostShown = 10

function pastedQuestion(paths: readonly string[]): Question {
  const more = paths.length - mostShown
  return {
    message:
      paths.length === 1
        ? 'Use the file that was pasted by its path?'
        : `Use the ${paths.length} files that were pasted by their paths?`,
    detail: [...paths.slice(0, mostShown).map(sanitizeText), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    act: 'Use',
  }
}

/** More than that nobody drops; the page looks at them in parts. */
const seen = z.array(z.string().max(32_768)).max(100_000)

/**
 * The preload's own door, which the page does not reach: paths of files that it was given by the browser with a drop, a
 * paste or a field. One message for a whole drop.
 */
export function giveHandles(handles: Handles): void {
  ipcMain.handle('printroom:files', (event, paths: unknown): string[] => {
    if (!isOurPage(event.senderFrame)) return []
    return seen.parse(paths).map((path) => (path === '' || isElsewhere(path) ? '' : handles.of('file', path)))
  })
}
