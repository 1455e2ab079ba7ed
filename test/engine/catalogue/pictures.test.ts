import { expect, it } from 'vitest'
import { pictureFile } from '../../../src/engine/picture-files.ts'
import { engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'

it('asks for a picture of the catalogue by its whole address, query and all (A39)', async () => {
  const strange = new StrangeService()
  await strange.open()
  const { engine } = await engineAt(strange.base, strange.key)
  const shown = ['?style=calm', '?style=loud'].map((query) =>
    engine.cataloguePictures.show(`${strange.base}/pictures/sample.png${query}`),
  )
  expect(new Set(shown).size).toBe(2)
  for (const address of shown) expect(await pictureFile(engine, address.replace('printroom://', ''))).not.toBeNull()
  expect(strange.heard.map(({ search }) => search)).toEqual(['?style=calm', '?style=loud'])
})
