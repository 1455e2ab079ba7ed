import { app, type MenuItemConstructorOptions } from 'electron'

/** The platform's own menus by their roles: they bring the shortcuts that people expect. */
export function menuTemplate(): MenuItemConstructorOptions[] {
  const isMac = process.platform === 'darwin'
  const own: MenuItemConstructorOptions[] = isMac ? [{ label: app.name, role: 'appMenu' }] : []
  return [
    ...own,
    { role: 'fileMenu' },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ]
}
