import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { BrowserWindow } from 'electron'
import { longestPresetFile } from '../contract/presets.ts'
import { NotNowError } from '../engine/platform/call-error.ts'
import type { AppState } from './app-state.ts'
import { chooseToOpen, chooseToSave } from './dialogs.ts'
import type { MainCalls } from './main-calls.ts'

/** No longer text is in so many bytes: UTF-8 has three at most for each unit. */
const mostBytes = 3 * longestPresetFile

const filters = [{ name: 'Presets', extensions: ['json'] }]

/** A file of presets out to where the person says, and in from there. What is in it the window judges. */
export function presetCalls(
  state: AppState,
  windowNow: () => BrowserWindow | null,
): Pick<MainCalls, 'presets.export' | 'presets.import'> {
  return {
    'presets.export': async ({ text }) => {
      const wish = { title: 'Export the presets', name: 'printroom-presets.json', filters }
      const path = await chooseToSave(windowNow(), 'presets', wish)
      if (path === null) return null
      state.writeOut(path, text)
      return { path }
    },
    'presets.import': async () => {
      const wish = { title: 'Import presets', properties: ['openFile' as const], filters }
      const [path] = await chooseToOpen(windowNow(), 'presets', wish)
      if (path === undefined) return null
      const name = basename(path)
      // Asked without an end: a person has just chosen it, and where its disk dies in that moment one thread waits for it.
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) throw new NotNowError(`${name} cannot be read. Nothing was changed.`)
      const text = found.size > mostBytes ? null : await readFile(path, 'utf8')
      if (text === null || text.length > longestPresetFile)
        throw new NotNowError(`${name} is too large to be a file of presets. Nothing was changed.`)
      return { name, text }
    },
  }
}
