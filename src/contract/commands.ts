import { z } from 'zod'

/**
 * Everything that the app can be told to do, once: the system's menu, the keyboard, the sheet of shortcuts and the
 * palette all read this list. Nothing in it spends: a command opens something, at most the form with the price on its
 * button.
 */
export interface Command {
  id: string
  group: 'go' | 'make' | 'queue' | 'app' | 'settings'
  words: string
  /** What else somebody may call it. */
  also?: string
  /** Key combinations of the whole window. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys?: readonly string[]
  /** Where the system's menu has it, and under which name, if another. */
  menu?: { in: 'file' | 'view' | 'help' | 'own'; words?: string }
}

/** In the order in which the palette shows them. */
export const commands = [
  { id: 'library', group: 'go', words: 'Library', also: 'pictures results', keys: ['mod 1'], menu: { in: 'view' } },
  { id: 'create', group: 'go', words: 'Create', also: 'prompt generate', keys: ['mod 2'], menu: { in: 'view' } },
  { id: 'skills', group: 'go', words: 'Skills', also: 'batch', keys: ['mod 3'], menu: { in: 'view' } },
  { id: 'queue', group: 'go', words: 'Queue', also: 'requests waiting running', keys: ['mod 4'], menu: { in: 'view' } },
  { id: 'gallery', group: 'go', words: 'Gallery', also: 'curated look up', keys: ['mod 5'], menu: { in: 'view' } },
  { id: 'ledger', group: 'go', words: 'Ledger', also: 'credits money receipts', keys: ['mod 6'], menu: { in: 'view' } },
  {
    id: 'settings',
    group: 'go',
    words: 'Settings',
    also: 'preferences options',
    keys: ['mod ,'],
    menu: { in: 'own', words: 'Settings…' },
  },
  { id: 'find', group: 'go', words: 'Search this screen', also: 'find filter', keys: ['mod F'] },
  { id: 'image', group: 'make', words: 'New image', also: 'create picture prompt generate' },
  { id: 'video', group: 'make', words: 'New video', also: 'create film clip generate' },
  {
    id: 'open-pictures',
    group: 'make',
    words: 'Open pictures…',
    also: 'choose files use in reference skill',
    keys: ['mod O'],
    menu: { in: 'file', words: 'Open Pictures…' },
  },
  { id: 'to-the-price', group: 'make', words: 'Go to price', also: 'send order', keys: ['mod ↵'] },
  { id: 'pause', group: 'queue', words: 'Pause the queue', also: 'stop hold' },
  { id: 'resume', group: 'queue', words: 'Resume the queue', also: 'go on continue' },
  { id: 'practise', group: 'app', words: 'Start practising', also: 'practise practice free try' },
  { id: 'own-key', group: 'app', words: 'Use my key…', also: 'account service leave practice real' },
  { id: 'back-up', group: 'app', words: 'Back up now', also: 'backup copy database' },
  { id: 'show-library', group: 'app', words: 'Show the library’s folder', also: 'files finder explorer disk' },
  { id: 'theme-system', group: 'app', words: 'System theme', also: 'appearance light dark' },
  { id: 'theme-light', group: 'app', words: 'Light theme', also: 'appearance white day' },
  { id: 'theme-dark', group: 'app', words: 'Dark theme', also: 'appearance black night' },
  { id: 'contrast-system', group: 'app', words: 'System contrast', also: 'appearance normal' },
  { id: 'contrast-more', group: 'app', words: 'High contrast', also: 'appearance accessibility' },
  {
    id: 'palette',
    group: 'app',
    words: 'Commands',
    also: 'palette search find',
    keys: ['mod K'],
    menu: { in: 'view', words: 'Commands…' },
  },
  {
    id: 'shortcuts',
    group: 'app',
    words: 'Keyboard shortcuts',
    also: 'keys help',
    keys: ['?', 'F1'],
    menu: { in: 'help', words: 'Keyboard Shortcuts' },
  },
  {
    id: 'about',
    group: 'app',
    words: 'About Printroom',
    also: 'version licences licenses privacy',
    menu: { in: 'help' },
  },
  { id: 'settings:service', group: 'settings', words: 'Service', also: 'address server url' },
  { id: 'settings:key', group: 'settings', words: 'Key', also: 'api keychain' },
  { id: 'settings:tokens', group: 'settings', words: 'API keys', also: 'tokens revoke' },
  { id: 'settings:practice', group: 'settings', words: 'Practice', also: 'free try' },
  { id: 'settings:spending', group: 'settings', words: 'Spending', also: 'caps limit budget credits' },
  { id: 'settings:appearance', group: 'settings', words: 'Appearance', also: 'theme contrast language' },
  { id: 'settings:folders', group: 'settings', words: 'Folders', also: 'library disk path' },
  { id: 'settings:copies', group: 'settings', words: 'Copies', also: 'results also go name template beside' },
  { id: 'settings:watch', group: 'settings', words: 'Watch folders', also: 'hot folder automatic' },
  { id: 'settings:network', group: 'settings', words: 'Network', also: 'proxy certificates' },
  { id: 'settings:backups', group: 'settings', words: 'Backups', also: 'restore database' },
  { id: 'settings:updates', group: 'settings', words: 'Updates', also: 'version upgrade install' },
  { id: 'settings:diagnostics', group: 'settings', words: 'Diagnostics', also: 'report problem log' },
] as const satisfies readonly Command[]

export type CommandId = (typeof commands)[number]['id']

const ids = commands.map(({ id }) => id)
export const commandId = z.enum(ids)
