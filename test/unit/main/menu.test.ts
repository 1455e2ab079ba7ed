import type { MenuItemConstructorOptions } from 'electron'
import { expect, it, vi } from 'vitest'
import { commands } from '../../../src/contract/commands.ts'
import { menuTemplate } from '../../../src/main/menu.ts'
import { shortcutGroups } from '../../../src/renderer/format/shortcuts.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

const flat = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])

/** Done by keys that text fields have anyway, and by the window's own buttons; a heading. */
const elsewhere = ['editMenu', 'windowMenu', 'quit', 'help']
const keys: Record<string, string> = { resetZoom: 'mod 0', zoomIn: 'mod +', zoomOut: 'mod −', togglefullscreen: 'F11' }

it.skipIf(process.platform === 'darwin')(
  'nothing is in the menu alone, which is not shown on a window that draws its own title bar',
  () => {
    const items = flat(menuTemplate(() => undefined))
    const ids: readonly string[] = commands.map(({ id }) => id)
    for (const { id } of items) if (id !== undefined) expect(ids).toContain(id)
    const roles = items.flatMap(({ role }) => (role === undefined || elsewhere.includes(role) ? [] : [role]))
    const sheet = shortcutGroups().flatMap(({ shortcuts }) => shortcuts.flatMap((shortcut) => shortcut.keys))
    expect(roles.length).toBeGreaterThan(0)
    for (const role of roles) expect(sheet, role).toContain(keys[role])
  },
)
