import { expect, it, vi } from 'vitest'
import { contextActs, contextMenu } from '../../../src/contract/context-acts.ts'
import { askByMenu } from '../../../src/main/context-menu.ts'
import { contextTemplate } from '../../../src/main/context-template.ts'
import { contextWords } from '../../../src/renderer/format/context-words.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

const offered = (act: string, enabled = true, checked: boolean | null = null) => ({ act, enabled, checked })
const at = { x: 0, y: 0 }

it('has main’s own words alone: an act that is not known, and any word of the page’s, is refused (W1)', () => {
  expect(contextMenu.safeParse({ groups: [[offered('open')]], at }).success).toBe(true)
  expect(contextMenu.safeParse({ groups: [[offered('approve')]], at }).success).toBe(false)
  expect(contextMenu.safeParse({ groups: [[{ ...offered('open'), label: 'Pay nothing' }]], at }).data?.groups).toEqual([
    [offered('open')],
  ])
  expect(contextMenu.safeParse({ groups: [[offered('open')]], at: { x: Number.NaN, y: 0 } }).success).toBe(false)
})

it('puts a line between groups, acts of one name into a menu of their own, and says which was pressed', () => {
  const groups = contextMenu.parse({
    groups: [
      [offered('open')],
      [],
      [offered('pick', true, true), offered('stars-5', true, false), offered('stars-4', true, true)],
      [offered('show-in-folder', false)],
    ],
    at,
  }).groups
  const pressed: string[] = []
  const template = contextTemplate(groups, (act) => pressed.push(act))
  expect(template).toMatchObject([
    { label: 'Open', enabled: true },
    { type: 'separator' },
    { label: 'Pick', type: 'checkbox', checked: true },
    {
      label: 'Rating',
      submenu: [
        { label: '5 stars', checked: false },
        { label: '4 stars', checked: true },
      ],
    },
    { type: 'separator' },
    { label: 'Show in folder', enabled: false },
  ])
  for (const item of template) item.click?.({} as never, undefined, {} as never)
  expect(pressed).toEqual(['open', 'pick', 'show-in-folder'])
})

it('says of each act in the palette what main’s menu says', () => {
  for (const { id, words } of contextActs) {
    const said = contextWords(id)
    expect(id.startsWith('use-') && id !== 'use-create' && id !== 'use-settings' ? said : words).toContain(
      id.startsWith('use-') && id !== 'use-create' && id !== 'use-settings' ? words : said,
    )
  }
})

it('a menu with nothing in it is not shown, and holds no dialog back (W1)', async () => {
  for (const groups of [[], [[]], [[], []]]) expect(await askByMenu(null, { groups, at: { x: 0, y: 0 } })).toBeNull()
})
