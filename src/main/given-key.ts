import type { MessageBoxOptions } from 'electron'

/** Whether the environment gives a key, which is the terminal's way (docs/terminal.md). */
export const isKeyGiven = (env: NodeJS.ProcessEnv): boolean => (env.PRINTROOM_API_KEY ?? '').trim() !== ''

/**
 * Electron starts the process that pages are made from before the first line of main, and what starts with a key in its
 * environment keeps it in its memory, whatever is deleted afterwards. So no page is opened in such an environment.
 */
export const withoutGivenKey: MessageBoxOptions = {
  type: 'warning',
  message: 'The window does not take a key from the environment',
  detail:
    'PRINTROOM_API_KEY is for the terminal: in a window each process that draws it would hold the key in its memory. Nothing was opened, sent or charged. Start Printroom without it, and give the key in Settings, which keeps it in this system’s keychain.',
  buttons: ['Start without it', 'Quit'],
  defaultId: 0,
  cancelId: 1,
  noLink: true,
}
