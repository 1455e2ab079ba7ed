import { expect, test } from 'vitest'
import { disc } from './support/images.ts'
import { type Body, startPractice } from './support/practice.ts'

const skill = 'product-detail'

async function shop() {
  const service = await startPractice()
  return { service, productImage: await service.upload(await disc(240, 200)) }
}

const own = (name: string, description = 'A picture of it') => ({ name, description })

const all = ['hero', 'detail', 'scene', 'material', 'usage', 'brand']
const refusals: [string, Body][] = [
  ['no module at all', { modules: [] }],
  ['seven modules together', { modules: all, customModules: [own('Care')] }],
  ['seven custom modules', { modules: [], customModules: Array.from({ length: 7 }, (_, i) => own(`M${i}`)) }],
  ['a module twice', { modules: ['hero', 'hero'] }],
  ['an unknown module', { modules: ['video'] }],
  ['a custom module without a name', { customModules: [own('  ')] }],
  ['a custom name of 41 characters', { customModules: [own('n'.repeat(41))] }],
  ['a custom module without a description', { customModules: [{ name: 'Care' }] }],
  ['an empty description', { customModules: [own('Care', ' ')] }],
  ['a description of 501 characters', { customModules: [own('Care', 'd'.repeat(501))] }],
  ['an unknown field in a custom module', { customModules: [{ ...own('Care'), size: 2 }] }],
  ['a product name of 201 characters', { productName: 'n'.repeat(201) }],
  ['selling points of 2001 characters', { sellingPoints: 's'.repeat(2001) }],
  ['extra requirements of 501 characters', { extraRequirements: 'e'.repeat(501) }],
  ['a locale of 36 characters', { uiLocale: 'x'.repeat(36) }],
  ['an unknown platform', { platform: 'bazaar' }],
  ['an unknown ratio', { aspectRatio: '5:1' }],
  ['an unknown language', { language: 'tlh' }],
  ['a quality of the image models', { quality: 'high' }],
  ['autoCopy as text', { autoCopy: 'yes' }],
  ['three more angles', { extraProductImages: Array.from({ length: 3 }, () => 'https://img.chirrupy.example/a.png') }],
  ['an angle on a foreign host', { extraProductImages: ['https://elsewhere.org/a.png'] }],
  ['a model on a foreign host', { modelImage: 'https://elsewhere.org/a.png' }],
  ['a logo on a foreign host', { logo: 'https://elsewhere.org/a.png' }],
  ['no product image', { productImage: undefined }],
  ['an unknown field', { count: 3 }],
]

test('refuses what breaks a rule of §4.11 with 400, and charges nothing', async () => {
  const { service, productImage } = await shop()
  for (const [what, change] of refusals) {
    const answer = await service.run(skill, { productImage, ...change })
    expect([what, answer.status, typeof answer.body.error]).toEqual([what, 400, 'string'])
  }
  expect((await service.ledger()).entries).toEqual([])
})

test('takes everything at its limit, with lengths counted in characters after trimming', async () => {
  const { service, productImage } = await shop()
  const answer = await service.run(skill, {
    productImage,
    modules: ['hero', 'detail', 'scene', 'material', 'usage'],
    customModules: [own(` ${'🙂'.repeat(40)} `, 'd'.repeat(500))],
    productName: 'n'.repeat(200),
    sellingPoints: 's'.repeat(2000),
    extraRequirements: 'e'.repeat(500),
    uiLocale: 'x'.repeat(35),
    extraProductImages: [productImage, productImage],
    modelImage: productImage,
    logo: productImage,
  })
  expect([answer.status, answer.body.expectedCount]).toEqual([200, 6])
})
