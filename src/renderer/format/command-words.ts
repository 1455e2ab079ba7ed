import { type Command, type CommandId, commands } from '../../contract/commands.ts'
import { t } from './messages.ts'

/** The words of `contract/commands.ts` in the window's language; a test holds the two against each other. */
const labels: Readonly<Record<CommandId, () => string>> = {
  library: () => t('Library'),
  create: () => t('Create'),
  skills: () => t('Skills'),
  queue: () => t('Queue'),
  gallery: () => t('Gallery'),
  ledger: () => t('Ledger'),
  settings: () => t('Settings'),
  find: () => t('Search this screen'),
  image: () => t('New image'),
  video: () => t('New video'),
  'open-pictures': () => t('Open pictures…'),
  'to-the-price': () => t('Go to price'),
  pause: () => t('Pause the queue'),
  resume: () => t('Resume the queue'),
  practise: () => t('Start practising'),
  'own-key': () => t('Use my key…'),
  'back-up': () => t('Back up now'),
  'show-library': () => t('Show the library’s folder'),
  'theme-system': () => t('System theme'),
  'theme-light': () => t('Light theme'),
  'theme-dark': () => t('Dark theme'),
  'contrast-system': () => t('System contrast'),
  'contrast-more': () => t('High contrast'),
  palette: () => t('Commands'),
  shortcuts: () => t('Keyboard shortcuts'),
  about: () => t('About Printroom'),
  'settings:service': () => t('Service'),
  'settings:key': () => t('Key'),
  'settings:tokens': () => t('API keys'),
  'settings:practice': () => t('Practice'),
  'settings:spending': () => t('Spending'),
  'settings:appearance': () => t('Appearance'),
  'settings:folders': () => t('Folders'),
  'settings:copies': () => t('Copies'),
  'settings:watch': () => t('Watch folders'),
  'settings:network': () => t('Network'),
  'settings:backups': () => t('Backups'),
  'settings:updates': () => t('Updates'),
  'settings:diagnostics': () => t('Diagnostics'),
}

export const commandWords = (id: CommandId): string => labels[id]()

export type Listed = Command & { id: CommandId }

export const allCommands: readonly Listed[] = commands

export const commandsOf = (group: Command['group']): readonly Listed[] =>
  allCommands.filter((command) => command.group === group)

/** The last part of a command that leads to a section of the settings; null for any other. */
export const sectionOf = (id: string): string | null =>
  id.startsWith('settings:') ? id.slice('settings:'.length) : null
