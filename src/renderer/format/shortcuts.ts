import { allCommands, commandsOf, commandWords } from './command-words.ts'
import { perLanguage, t } from './messages.ts'

/** A key combination, and what it does. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
interface Shortcut {
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
      does: id === 'to-the-price' ? t('To the button with the price; a second ↵ presses it') : commandWords(id),
    })),
    // Of the system's menu, which Windows and Linux do not show on a window that draws its own bar.
    { keys: ['mod +', 'mod −', 'mod 0'], does: t('All larger, smaller, as it was') },
    { keys: ['F11'], does: t('Full screen') },
    { keys: ['Esc'], does: t('Back, or close what lies on top') },
  ]
}

export const shortcutGroups = perLanguage((): readonly ShortcutGroup[] => [
  { title: t('Everywhere'), shortcuts: everywhere() },
  {
    title: t('Queue'),
    shortcuts: [
      { keys: ['↑ ↓'], does: t('Another request; with Shift, a stretch') },
      { keys: ['Space'], does: t('Choose one more, or one less') },
      { keys: ['mod A'], does: t('Choose all') },
      { keys: ['Alt ↑', 'Alt ↓'], does: t('Sooner, later') },
      { keys: ['Alt Home', 'Alt End'], does: t('To the front, to the end') },
      { keys: ['Del'], does: t('Take out what was not sent') },
      { keys: ['↵'], does: t('Open the receipt') },
    ],
  },
  {
    title: t('Library'),
    shortcuts: [
      { keys: ['← → ↑ ↓'], does: t('Another picture; with Shift, a stretch') },
      { keys: ['↵'], does: t('Open it large') },
      { keys: ['C'], does: t('Compare 2 to 4 pictures') },
      { keys: ['Space'], does: t('Choose one more, or one less') },
      { keys: ['mod A'], does: t('Choose all') },
      { keys: ['0 … 5'], does: t('Stars') },
      { keys: ['P', 'X', 'U'], does: t('Pick, reject, neither') },
      { keys: ['E'], does: t('Export') },
      { keys: ['Del'], does: t('To the trash') },
      { keys: ['mod Z'], does: t('Take it back') },
    ],
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
    title: t('A picture, large'),
    shortcuts: [
      { keys: ['← →'], does: t('The next picture') },
      { keys: ['+', '−'], does: t('Closer, farther') },
      { keys: ['0', '1'], does: t('The whole picture, its own size') },
      { keys: ['C', '⇧ C'], does: t('Before and after, side by side') },
      { keys: ['I'], does: t('Show or hide the details') },
      { keys: ['Space'], does: t('Hold for the other; plays a film') },
      { keys: [', .'], does: t('A film, picture by picture') },
    ],
  },
])

/** The parts of a combination as they stand on the keys of this platform. */
export const keysOn = (platform: string, keys: string): string =>
  platform === 'darwin'
    ? keys.replace('mod', '⌘').replace('Alt', '⌥').replace('F11', '⌃ ⌘ F')
    : keys.replace('mod', 'Ctrl')
