/** A key combination, and what it does. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
interface Shortcut {
  keys: readonly string[]
  does: string
}

interface ShortcutGroup {
  title: string
  shortcuts: readonly Shortcut[]
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['mod 1 … 6'], does: 'Library, Create, Skills, Queue, Gallery, Ledger' },
      { keys: ['mod ,'], does: 'Settings' },
      { keys: ['mod ↵'], does: 'To the button with the price; a second ↵ presses it' },
      { keys: ['Esc'], does: 'Back, or close what lies on top' },
      { keys: ['?', 'F1'], does: 'This list' },
    ],
  },
  {
    title: 'Queue',
    shortcuts: [
      { keys: ['↑ ↓'], does: 'Another request; with Shift, a stretch' },
      { keys: ['Space'], does: 'Choose one more, or one less' },
      { keys: ['mod A'], does: 'Choose all' },
      { keys: ['Alt ↑', 'Alt ↓'], does: 'Sooner, later' },
      { keys: ['Alt Home', 'Alt End'], does: 'To the front, to the end' },
      { keys: ['Del'], does: 'Take out what was not sent' },
      { keys: ['↵'], does: 'Open the receipt' },
    ],
  },
  {
    title: 'Library',
    shortcuts: [
      { keys: ['← → ↑ ↓'], does: 'Another picture; with Shift, a stretch' },
      { keys: ['↵'], does: 'Open it large' },
      { keys: ['Space'], does: 'Choose one more, or one less' },
      { keys: ['mod A'], does: 'Choose all' },
      { keys: ['0 … 5'], does: 'Stars' },
      { keys: ['E'], does: 'Export' },
      { keys: ['Del'], does: 'To the trash' },
      { keys: ['mod Z'], does: 'Take it back' },
    ],
  },
  {
    title: 'A picture, large',
    shortcuts: [
      { keys: ['← →'], does: 'The next picture' },
      { keys: ['+', '−'], does: 'Closer, farther' },
      { keys: ['0', '1'], does: 'The whole picture, its own size' },
      { keys: ['C'], does: 'Compare before and after' },
      { keys: ['Space'], does: 'Hold for the other; plays a film' },
      { keys: [', .'], does: 'A film, picture by picture' },
    ],
  },
]

/** The parts of a combination as they stand on the keys of this platform. */
export const keysOn = (platform: string, keys: string): string =>
  keys.replace('mod', platform === 'darwin' ? '⌘' : 'Ctrl').replace('Alt', platform === 'darwin' ? '⌥' : 'Alt')
