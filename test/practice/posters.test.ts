import sharp from 'sharp'
import { expect, test } from 'vitest'
import { disc } from './support/images.ts'
import { type Body, download, startPractice } from './support/practice.ts'

const skill = 'brand-poster'

const refusals: [string, Body][] = [
  ['no brand', { brand: undefined }],
  ['a brand of blanks', { brand: '   ' }],
  ['a brand of 61 characters', { brand: 'b'.repeat(61) }],
  ['content of 501 characters', { content: 'c'.repeat(501) }],
  ['notes of 501 characters', { extraNotes: 'n'.repeat(501) }],
  ['a style of 201 characters', { customStyle: 's'.repeat(201) }],
  ['a locale of 36 characters', { uiLocale: 'x'.repeat(36) }],
  ['an unknown ratio', { ratio: '7:1' }],
  ['an unknown language', { language: 'tlh' }],
  ['an unknown quality', { quality: 'hd' }],
  ['an unknown preset', { styleId: 'baroque' }],
  ['four products', { productImages: Array.from({ length: 4 }, () => 'https://img.chirrupy.example/a.png') }],
  ['a product on a foreign host', { productImages: ['https://elsewhere.org/a.png'] }],
  ['a logo on a foreign host', { logo: 'https://elsewhere.org/a.png' }],
  ['a style image on a foreign host', { styleImage: 'https://elsewhere.org/a.png' }],
  ['a field of another Skill', { aspectRatio: '1:1' }],
]

test('refuses what breaks a rule of §4.12 with 400, and charges nothing', async () => {
  const service = await startPractice()
  for (const [what, change] of refusals) {
    const answer = await service.run(skill, { brand: 'Harbour Light', ...change })
    expect([what, answer.status, typeof answer.body.error]).toEqual([what, 400, 'string'])
  }
  expect((await service.ledger()).entries).toEqual([])
})

test('takes everything at its limit; the brand is trimmed before it is counted', async () => {
  const service = await startPractice()
  const image = await service.upload(await disc())
  const answer = await service.run(skill, {
    brand: ` ${'b'.repeat(60)} `,
    content: 'c'.repeat(500),
    extraNotes: 'n'.repeat(500),
    customStyle: 's'.repeat(200),
    uiLocale: 'x'.repeat(35),
    logo: image,
    styleImage: image,
    productImages: [image, image, image],
    autoCopy: false,
  })
  expect(answer).toMatchObject({ status: 200, body: { status: 'processing', generationId: expect.any(String) } })
})

test('one request makes one paid poster; both qualities have 2K pixels and a price of their own', async () => {
  const service = await startPractice()
  for (const [quality, credits] of [
    ['low', 7],
    ['medium', 12],
  ] as const) {
    const answer = await service.run(skill, { brand: 'Harbour Light', quality, styleId: 'swiss' })
    expect(answer.body).toMatchObject({ creditsUsed: credits })
    const { items } = await service.finishedRun(skill, (answer.body as { requestId: string }).requestId)
    expect(items).toHaveLength(1)
    const { width, height } = await sharp(await download(items[0]?.imageUrls?.[0])).metadata()
    expect([width, height]).toEqual([1832, 2288])
  }
  expect((await service.ledger()).totals).toEqual({ charged: 19, refunded: 0, net: 19, requests: 2 })
})

test('a style in own words comes before the preset', async () => {
  const service = await startPractice()
  const brightness = async (body: Body) => {
    const answer = await service.run(skill, { brand: 'Harbour Light', ratio: '1:1', ...body })
    const { items } = await service.finishedRun(skill, answer.body.requestId)
    const small = await sharp(await download(items[0]?.imageUrls?.[0]))
      .resize(32, 32)
      .raw()
      .toBuffer()
    return small.reduce((sum, value) => sum + value, 0) / small.length
  }
  // Swiss is printed on near white, deco on night.
  expect(await brightness({ styleId: 'swiss' })).toBeGreaterThan(150)
  expect(await brightness({ styleId: 'swiss', customStyle: 'art deco, gold on night' })).toBeLessThan(80)
  expect(await brightness({ styleId: 'swiss', customStyle: '   ' })).toBeGreaterThan(150)
})
