import type { MessageBoxOptions } from 'electron'
import type { Folders } from '../engine/platform/home.ts'
import { awayWords, forgetHome } from '../engine/platform/home-memory.ts'

/**
 * Asks what is to be done where a home was and its disk is not there, before anything is made or opened. It ends when the
 * home is there again, when a person says that it is gone for good, or with the wish to leave.
 * @param ask shows a question; the index of the button that was pressed
 */
export async function askForHome(
  folders: Folders,
  ask: (question: MessageBoxOptions) => Promise<number>,
): Promise<'open' | 'leave'> {
  for (;;) {
    if (awayWords(folders) === null) return 'open'
    const pressed = await ask(question(folders))
    if (pressed === buttons.length - 1) return 'leave'
    if (pressed === 1 && (await ask(sure(folders))) === 1) {
      forgetHome(folders)
      return 'open'
    }
  }
}

const buttons = ['Check again', 'Begin a new one', 'Quit']

const question = ({ data }: Folders): MessageBoxOptions => ({
  type: 'warning',
  message: 'Printroom’s home is not there',
  detail: `It was in ${data}, which is empty or missing now. If it is on another disk, connect it and look again. Nothing was made there, and nothing was sent or charged.`,
  buttons,
  defaultId: 0,
  cancelId: buttons.length - 1,
  noLink: true,
})

const sure = ({ data }: Folders): MessageBoxOptions => ({
  type: 'warning',
  message: 'Begin a new home?',
  detail: `It has no limits, no key and no receipts: what the one before has ordered and not brought home yet is not known in it. The home that was in ${data} is not touched.`,
  buttons: ['Back', 'Begin a new one'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
})
