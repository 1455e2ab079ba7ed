import { expect, it } from 'vitest'
import { Inspector } from '../../src/engine/sources/inspector.ts'
import { flat } from './images/support/pictures.ts'
import { useWorkshop } from './images/support/workshop.ts'

const shop = useWorkshop()

it('forgets the file that was asked for longest ago, and looks at it again when it is asked for', async () => {
  const picture = await flat(8, 6).png().toBuffer()
  const paths = await Promise.all(['a', 'b', 'c'].map((name) => shop.write(`${name}.png`, picture)))
  const inspector = new Inspector(shop.images, 2)
  const pathOf = (thumbnail: string | null | undefined) => inspector.pathOf(thumbnail?.split('/')[3] ?? '')
  const look = async (path: string | undefined) => (await inspector.describe(path === undefined ? [] : [path]))[0]
  const [a, b] = [await look(paths[0]), await look(paths[1])]
  await look(paths[0])
  const c = await look(paths[2])

  expect([a, b, c].map((file) => pathOf(file?.thumbnail))).toEqual([paths[0], null, paths[2]])
  expect(await look(paths[1])).toEqual(b)
  expect(pathOf(b?.thumbnail)).toBe(paths[1])
})
