// Menus are kept, not shown: tests find their items and click them.
import { EventEmitter } from 'node:events'
import { runtime, windows } from './runtime.mjs'

let nextCommandId = 1

export class MenuItem {
  constructor(options) {
    const { click, submenu, ...rest } = options
    const type = rest.type ?? (submenu ? 'submenu' : 'normal')
    Object.assign(this, {
      label: '',
      enabled: true,
      visible: true,
      checked: false,
      ...rest,
      type,
      commandId: nextCommandId++,
    })
    if (submenu) this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : submenu
    this.click = (event = {}, window = [...windows.values()].at(-1)) => {
      if (this.type === 'checkbox') this.checked = !this.checked
      click?.(this, window, event)
    }
  }
}

export class Menu extends EventEmitter {
  static #applicationMenu = null
  items = []

  append(item) {
    this.items.push(item)
  }
  insert(position, item) {
    this.items.splice(position, 0, item)
  }
  getMenuItemById(id) {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
  /** Without a screen nobody presses anything; with one the page's prompt stands for the menu. */
  popup({ callback } = {}) {
    // Nobody promises that one which shows nothing says that it closed.
    if (this.items.length === 0) return
    const contents = runtime.headed ? [...windows.values()].at(-1)?.webContents : undefined
    const pressed = contents ? pressedInPage(contents, this) : Promise.resolve(undefined)
    void pressed.then((item) => item?.click()).finally(() => callback?.())
  }
  closePopup() {}

  static buildFromTemplate(template) {
    const menu = new Menu()
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item))
    return menu
  }
  static setApplicationMenu(menu) {
    Menu.#applicationMenu = menu
  }
  static getApplicationMenu() {
    return Menu.#applicationMenu
  }
}

const pressable = ({ items }) =>
  items.flatMap((item) =>
    item.submenu ? pressable(item.submenu) : item.type === 'separator' || !item.enabled ? [] : [item],
  )

async function pressedInPage(contents, menu) {
  const items = pressable(menu)
  const text = items.map(({ label }, at) => `${at + 1}: ${label}`).join('\n')
  return items[Number(await contents.executeJavaScript(`prompt(${JSON.stringify(text)}, '')`)) - 1]
}
