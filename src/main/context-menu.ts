import { type BrowserWindow, Menu } from 'electron'
import type { ContextActId, ContextMenu } from '../contract/context-acts.ts'
import { contextTemplate } from './context-template.ts'
import { oneDialogAtATime } from './dialogs.ts'

/** What stands open is held: a menu that nobody holds is gone before anybody chose. */
let held: Menu | null = null

/**
 * @returns the act that a person chose; null where the menu was closed without
 * @throws NotNowError while a dialog or another menu is open
 */
export function askByMenu(window: BrowserWindow | null, { groups, at }: ContextMenu): Promise<ContextActId | null> {
  const { promise, resolve } = Promise.withResolvers<ContextActId | null>()
  const template = contextTemplate(groups, resolve)
  // One with nothing in it is not shown, and may never say that it closed.
  if (template.length === 0) return Promise.resolve(null)
  return oneDialogAtATime(window, () => {
    held = Menu.buildFromTemplate(template)
    held.popup({
      ...(window ? { window } : {}),
      x: Math.round(at.x),
      y: Math.round(at.y),
      // Some systems say that it closed before they say what was pressed.
      callback: () => setImmediate(() => resolve(null)),
    })
    return promise.finally(() => {
      held = null
    })
  })
}
