import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { skillsView } from '../../../src/contract/catalogue.ts'
import { pictureFile } from '../../../src/engine/api/picture-files.ts'
import { startPractice } from '../../practice/support/practice.ts'
import { newRig, scale } from '../queue/support/rig.ts'

it('gives the form and the prices of every Skill in a shape that may cross to the window (O70, O71)', async () => {
  const practice = await startPractice({ timeScale: scale })
  const rig = await newRig(practice)
  await practice.change({ market: { unavailable: ['upscale'] } })
  const view = await rig.calls['catalogue.skills']({ fresh: true })
  expect(skillsView.parse(view)).toEqual(view)
  const named = new Map(view.skills.map((skill) => [skill.id, skill]))
  expect([...named.values()].every(({ supported, fields }) => supported && fields.length > 0)).toBe(true)
  expect(named.get('white-bg')?.prices).toContainEqual({ values: { mode: 'custom', quality: 'hd' }, credits: 8 })
  // No price is no price: neither 0 nor the one of yesterday.
  expect(named.get('upscale')).toMatchObject({ price: 'unavailable', credits: null, asOriginal: true })
  expect(named.get('upscale')?.prices.every(({ credits }) => credits === null)).toBe(true)
})

it('shows the catalogue’s pictures small, out of the cache once they were fetched, and no address of anybody else (A39, O12)', async () => {
  const practice = await startPractice({ timeScale: scale })
  const rig = await newRig(practice)
  const { skills } = await rig.calls['catalogue.skills']({ fresh: true })
  const styles = skills.flatMap(({ fields }) => fields).find(({ name }) => name === 'styleId')
  const shown = styles?.kind === 'choice' ? styles.options.map(({ picture }) => picture ?? expect.fail()) : []
  expect(shown).toHaveLength(5)
  expect(shown.every((address) => /^printroom:\/\/catalogue\/[\da-f]{64}\/thumbnail$/.test(address))).toBe(true)
  const [first = ''] = shown.map((address) => address.replace('printroom://', ''))
  const path = (await pictureFile(rig.engine, first)) ?? expect.fail()
  expect(readFileSync(path).toString('latin1', 8, 12)).toBe('WEBP')
  // Only the small one is kept, and it needs no service.
  expect(readdirSync(join(rig.engine.options.folders.cache, 'catalogue'))).toEqual([])
  await practice.faults({ fault: 'media-gone', match: { path: '/media/*' } })
  expect(await pictureFile(rig.engine, first)).toBe(path)
  const [, second = ''] = shown.map((address) => address.replace('printroom://', ''))
  expect(await pictureFile(rig.engine, second)).toBeNull()
  expect(await pictureFile(rig.engine, `catalogue/${'0'.repeat(64)}/thumbnail`)).toBeNull()
})
