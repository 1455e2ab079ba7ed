import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Painter } from '../../../src/engine/library/painter.ts'
import { Thumbnails } from '../../../src/engine/sources/thumbnails.ts'
import { newFolder } from '../../support/folders.ts'
import { flat } from '../images/support/pictures.ts'
import { useWorkshop } from '../images/support/workshop.ts'
import { assetOf } from '../store/support/assets.ts'
import { opened } from '../store/support/open.ts'

const shop = useWorkshop()

it('pictures of before get their colours from the thumbnails that there are, and the others when theirs is made', async () => {
  const store = await opened(newFolder())
  const contents = ['1', '2', '3'].map((digit) => digit.repeat(64))
  for (const [n, sha256] of contents.entries()) store.assets.add(assetOf(n + 1, { sha256 }))
  store.assets.add(assetOf(4, { sha256: '1'.repeat(64), palette: '#808080:100' }))
  const blue = await shop.write('blue.png', await flat(64, 48, '#2040c0').png().toBuffer())
  const thumbnails = new Thumbnails(shop.images, join(shop.folder, 'cache'))
  const [first = '', second = ''] = contents
  await thumbnails.make(first, blue)
  let told = 0
  const painter = new Painter({ colours: store.colours, thumbnails, images: shop.images, onPainted: () => (told += 1) })
  const found = () => store.lists.open({ colour: 'blue' }, 9).items.map(({ asset }) => asset.requestId)
  expect(found()).toEqual([])
  painter.start()
  await expect.poll(found).toEqual(['request-1'])
  expect(told, 'whoever looks is told').toBe(1)
  await thumbnails.make(second, blue)
  painter.made(second)
  await expect.poll(found).toEqual(['request-2', 'request-1'])
  expect(store.assets.get('request-4.0.0')?.palette, 'what is known stays').toBe('#808080:100')
  await painter.close()
})
