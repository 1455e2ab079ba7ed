import { expect, it } from 'vitest'
import { dropTargets } from '../../../src/renderer/lists/drop-targets.ts'
import { set, skillView } from './skills.ts'

const ids = ({ targets }: ReturnType<typeof dropTargets>): string[] => targets.map(({ id }) => id)

it('offers cutout and references elsewhere, the one that the screen suggests first', () => {
  expect(dropTargets('library', null)).toMatchObject({ usual: 'cutout' })
  expect(dropTargets('create', null)).toMatchObject({ usual: 'references' })
  expect(ids(dropTargets('skills', { id: 'remove-bg', view: null }))).toEqual(['cutout', 'references'])
})

it('offers a Skill’s own places while it is open: its requests first, then each picture field', () => {
  const open = dropTargets('skills', { id: 'a-skill', view: skillView(set, ['productImage']) })
  expect(ids(open)).toEqual(['skill', 'field:logo', 'field:extras', 'cutout'])
  expect(open.usual).toBe('skill')
  expect(open.targets[2]).toMatchObject({ to: { skill: 'a-skill', field: { field: 'extras', most: 2 } } })
})

it('means the field for several pictures where no file makes a request', () => {
  const { productImage: _, ...fields } = set
  expect(dropTargets('skills', { id: 'a-skill', view: skillView(fields) }).usual).toBe('field:extras')
})
