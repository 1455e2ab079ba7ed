import { app, type MenuItemConstructorOptions } from 'electron'
import { type Command, type CommandId, commands } from '../contract/commands.ts'

const line: MenuItemConstructorOptions = { type: 'separator' }

/** `mod 1` → `CmdOrCtrl+1`. A key without `mod` that is no function key would be taken from every text field. */
function acceleratorOf({ keys = [] }: Command): string | undefined {
  const key = keys.find((each) => /^mod |^F\d+$/.test(each))
  return key?.replace('mod ', 'CmdOrCtrl+')
}

/**
 * The platform's own menus by their roles, which bring the shortcuts that people expect, and the app's commands. Windows and
 * Linux show no menu bar on a window that draws its own title bar, and heed its shortcuts: there the commands are found in
 * the palette, which has all of them and its button in the title bar, and the shortcuts on their sheet (F1).
 */
export function menuTemplate(tell: (command: CommandId) => void): MenuItemConstructorOptions[] {
  const isMac = process.platform === 'darwin'
  const itemsOf = (place: NonNullable<Command['menu']>['in']): MenuItemConstructorOptions[] =>
    commands
      .map((command: Command & { id: CommandId }) => command)
      .filter(({ menu }) => menu?.in === place)
      .map((command) => {
        const accelerator = acceleratorOf(command)
        return {
          id: command.id,
          label: command.menu?.words ?? command.words,
          ...(accelerator === undefined ? {} : { accelerator }),
          click: () => tell(command.id),
        }
      })
  const help = itemsOf('help')
  const own: MenuItemConstructorOptions = {
    label: app.name,
    submenu: [
      ...help.filter(({ id }) => id === 'about'),
      line,
      ...itemsOf('own'),
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  }
  return [
    ...(isMac ? [own] : []),
    {
      label: 'File',
      submenu: [
        ...itemsOf('file'),
        line,
        ...(isMac ? [{ role: 'close' as const }] : [...itemsOf('own'), line, { role: 'quit' as const }]),
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        ...itemsOf('view'),
        line,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        line,
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    // On a Mac “About” stands in the app's own menu.
    { role: 'help', submenu: help.filter(({ id }) => !isMac || id !== 'about') },
  ]
}
