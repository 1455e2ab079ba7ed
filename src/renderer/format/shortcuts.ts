import { allCommands, commandsOf, commandWords } from './command-words.ts'
import { perLanguage, t } from './messages.ts'

/** A key combination, and what it does. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export interface Shortcut {
  keys: readonly string[]
  does: string
}

interface ShortcutGroup {
  title: string
  shortcuts: readonly Shortcut[]
}

/** The combinations of the whole window, as the list of commands has them; places that are counted are one line. */
function everywhere(): Shortcut[] {
  const counted = commandsOf('go').filter(({ keys }) => /^mod \d$/.test(keys?.[0] ?? ''))
  const others = allCommands.filter((command) => command.keys !== undefined && !counted.includes(command))
  return [
    { keys: [`mod 1 … ${counted.length}`], does: counted.map(({ id }) => commandWords(id)).join(', ') },
    ...others.map(({ id, keys = [] }) => ({
      keys,
      does: id === 'to-the-price' ? t('Go to price; ↵ again orders') : commandWords(id),
    })),
    // Of the system's menu, which Windows and Linux do not show on a window that draws its own bar.
    { keys: ['mod +', 'mod −', 'mod 0'], does: t('Zoom in, out, reset') },
    { keys: ['F11'], does: t('Full screen') },
    { keys: ['F6', '⇧ F6'], does: t('Next, previous pane') },
    { keys: ['⇧ F10'], does: t('Show the context menu') },
    { keys: ['Esc'], does: t('Back, or close') },
  ]
}

/** What a picture of the library is handled with. */
export const libraryShortcuts = perLanguage((): readonly Shortcut[] => [
  { keys: ['← → ↑ ↓'], does: t('Another picture; Shift extends selection') },
  { keys: ['↵'], does: t('Open') },
  { keys: ['C'], does: t('Compare 2 to 4 pictures') },
  { keys: ['Space'], does: t('Add to or remove from selection') },
  { keys: ['mod A'], does: t('Select all') },
  { keys: ['0 … 5'], does: t('Stars') },
  { keys: ['P', 'X', 'U'], does: t('Pick, reject, neither') },
  { keys: ['T'], does: t('Touch up the edge of a cutout') },
  { keys: ['E'], does: t('Export') },
  { keys: ['Del'], does: t('Move to trash') },
  { keys: ['mod Z'], does: t('Undo') },
])

export const shortcutGroups = perLanguage((): readonly ShortcutGroup[] => [
  { title: t('Everywhere'), shortcuts: everywhere() },
  {
    title: t('Queue'),
    shortcuts: [
      { keys: ['↑ ↓'], does: t('Another request; Shift extends selection') },
      { keys: ['Space'], does: t('Add to or remove from selection') },
      { keys: ['mod A'], does: t('Select all') },
      { keys: ['Alt ↑', 'Alt ↓'], does: t('Move up, down') },
      { keys: ['Alt Home', 'Alt End'], does: t('Move to front, to end') },
      { keys: ['Del'], does: t('Cancel unsent requests') },
      { keys: ['↵'], does: t('Open the receipt') },
    ],
  },
  {
    title: t('Skills'),
    shortcuts: [
      { keys: ['↑ ↓'], does: t('Another file; Shift extends selection') },
      { keys: ['mod A'], does: t('Select all') },
      { keys: ['↵'], does: t('Open') },
      { keys: ['C'], does: t('Compare') },
      { keys: ['T'], does: t('Touch up the edge of a cutout') },
      { keys: ['E'], does: t('Export') },
      { keys: ['Del'], does: t('Remove') },
    ],
  },
  {
    title: t('Library'),
    shortcuts: libraryShortcuts(),
  },
  {
    title: t('Compare'),
    shortcuts: [
      { keys: ['← → ↑ ↓'], does: t('Another picture') },
      { keys: ['P', 'X', 'U'], does: t('Pick, reject, neither') },
      { keys: ['0 … 5'], does: t('Stars') },
      { keys: ['⇧ ←', '⇧ →'], does: t('The left one, the right one is better') },
      { keys: ['Z', 'Space'], does: t('Actual size, and back') },
      { keys: ['+', '−'], does: t('Zoom in, out') },
      { keys: ['Alt ←', 'Alt →'], does: t('Move, all in step') },
    ],
  },
  {
    title: t('Touch up'),
    shortcuts: [
      { keys: ['← → ↑ ↓'], does: t('Move the brush; Shift by one pixel') },
      { keys: ['Space'], does: t('Hold to paint') },
      { keys: ['K', 'E', 'R'], does: t('Keep, erase, as it came') },
      { keys: ['[', ']'], does: t('Brush size') },
      { keys: ['{', '}'], does: t('Softer, harder brush') },
      { keys: ['B'], does: t('Hold for before') },
      { keys: ['mod Z', 'mod ⇧ Z'], does: t('Undo, redo') },
      { keys: ['mod S'], does: t('Save as new picture') },
      { keys: ['Alt ←', 'Alt →'], does: t('Move the picture') },
    ],
  },
  {
    title: t('Viewer'),
    shortcuts: [
      { keys: ['← →'], does: t('Next picture') },
      { keys: ['+', '−'], does: t('Zoom in, out') },
      { keys: ['0', '1'], does: t('Fit, actual size') },
      { keys: ['C', '⇧ C'], does: t('Before and after, side by side') },
      { keys: ['I'], does: t('Show or hide the details') },
      { keys: ['T'], does: t('Touch up the edge of a cutout') },
      { keys: ['Space'], does: t('Hold to compare; play video') },
      { keys: [', .'], does: t('Step through video frames') },
    ],
  },
])

/** The parts of a combination as they stand on the keys of this platform. */
export const keysOn = (platform: string, keys: string): string =>
  platform === 'darwin'
    ? keys.replace('mod', '⌘').replace('Alt', '⌥').replace('F11', '⌃ ⌘ F')
    : keys.replace('mod', 'Ctrl')
