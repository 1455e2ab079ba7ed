import type { MenuItemConstructorOptions } from 'electron'
import { type ContextAct, type ContextActId, type ContextMenu, contextActs } from '../contract/context-acts.ts'

const known: readonly (ContextAct & { id: ContextActId })[] = contextActs

type Group = ContextMenu['groups'][number]

function itemOf({ act, enabled, checked }: Group[number], choose: (act: ContextActId) => void) {
  const item: MenuItemConstructorOptions = { id: act, enabled, click: () => choose(act) }
  const found = known.find(({ id }) => id === act)
  if (found) item.label = found.words
  if (checked !== null) Object.assign(item, { type: 'checkbox', checked })
  return { item, under: found?.under }
}

/** Acts of one name stand in a menu of their own. */
function itemsOf(group: Group, choose: (act: ContextActId) => void): MenuItemConstructorOptions[] {
  const menus = new Map<string, MenuItemConstructorOptions[]>()
  return group.flatMap((offered): MenuItemConstructorOptions[] => {
    const { item, under } = itemOf(offered, choose)
    if (under === undefined) return [item]
    const begun = menus.get(under)
    begun?.push(item)
    if (begun) return []
    const submenu = [item]
    menus.set(under, submenu)
    return [{ label: under, submenu }]
  })
}

/** The menu that a page asked for, in main's own words. */
export const contextTemplate = (
  groups: ContextMenu['groups'],
  choose: (act: ContextActId) => void,
): MenuItemConstructorOptions[] =>
  groups
    .map((group) => itemsOf(group, choose))
    .filter((items) => items.length > 0)
    .flatMap((items, at) => (at === 0 ? items : [{ type: 'separator' as const }, ...items]))
