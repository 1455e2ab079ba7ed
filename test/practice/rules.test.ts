import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { disc } from './support/images.ts'
import { type Body, download, startPractice } from './support/practice.ts'

const upscaleRefusals: [string, Body][] = [
  ['plain HTTP', { imageUrl: 'http://pictures.museum.org/a.png' }],
  ['credentials', { imageUrl: 'https://user:secret@pictures.museum.org/a.png' }],
  ['a fragment', { imageUrl: 'https://pictures.museum.org/a.png#top' }],
  ['a port', { imageUrl: 'https://pictures.museum.org:8443/a.png' }],
  ['a private address', { imageUrl: 'https://10.0.0.7/a.png' }],
  ['a name of the local network', { imageUrl: 'https://printer.local/a.png' }],
  ['inline data', { imageUrl: 'data:image/png;base64,AAAA' }],
  ['no address', { imageUrl: undefined }],
  ['an unknown mode', { mode: 'sharp' }],
  ['a negative price', { confirmedCredits: -1 }],
  ['a price with a fraction', { confirmedCredits: 5.5 }],
  ['consent as text', { allowDownscale: 'yes' }],
  ['a field of another Skill', { quality: 'hd' }],
]

test('upscale refuses what breaks a rule of §4.14 with 400, and charges nothing', async () => {
  const service = await startPractice()
  const imageUrl = await service.upload(await disc(), { purpose: 'upscale' })
  for (const [what, change] of upscaleRefusals) {
    const answer = await service.run('upscale', { imageUrl, ...change })
    expect([what, answer.status, typeof answer.body.error]).toEqual([what, 400, 'string'])
  }
  expect((await service.ledger()).entries).toEqual([])
})

test('upscale asks before it resizes, for either threshold, and then resizes (§4.14, rules 1 and 2)', async () => {
  const service = await startPractice()
  for (const [width, height] of [
    [4100, 300],
    [4040, 4000],
  ] as const) {
    const large = await sharp({ create: { width, height, channels: 3, background: '#456' } })
      .png()
      .toBuffer()
    const imageUrl = await service.upload(large, { purpose: 'upscale' })
    const body = { requestId: randomUUID(), imageUrl }
    const asked = await service.run('upscale', body)
    expect(asked).toMatchObject({
      status: 409,
      body: { code: 'upscale_resize_required', sourceWidth: width, sourceHeight: height, batchId: expect.any(String) },
    })
    // The id of the question is used up (§4.14: "with a new requestId").
    expect((await service.run('upscale', { ...body, allowDownscale: true })).body.code).toBe('idempotency_conflict')
    expect((await service.run('upscale', { imageUrl, allowDownscale: true })).status).toBe(200)
  }
  const within = await sharp({ create: { width: 4096, height: 3900, channels: 3, background: '#456' } })
    .png()
    .toBuffer()
  const imageUrl = await service.upload(within, { purpose: 'upscale' })
  expect((await service.run('upscale', { imageUrl })).status).toBe(200)
  expect((await service.ledger()).totals).toMatchObject({ charged: 15, requests: 3 })
})

const backgroundRefusals: [string, Body][] = [
  ['no words in custom mode', { mode: 'custom' }],
  ['blanks in custom mode', { mode: 'custom', customPrompt: '   ' }],
  ['words of 301 characters', { mode: 'custom', customPrompt: 'w'.repeat(301) }],
  ['an unknown mode', { mode: 'black' }],
  ['an unknown ratio', { ratio: '7:1' }],
  ['a quality of another Skill', { quality: 'medium' }],
  ['a foreign host', { productImage: 'https://elsewhere.org/a.png' }],
  ['no picture', { productImage: undefined }],
]

test('the background refuses what breaks a rule of §4.13 with 400, and charges nothing', async () => {
  const service = await startPractice()
  const productImage = await service.upload(await disc())
  for (const [what, change] of backgroundRefusals) {
    const answer = await service.run('white-bg', { productImage, ...change })
    expect([what, answer.status, typeof answer.body.error]).toEqual([what, 400, 'string'])
  }
  expect((await service.ledger()).entries).toEqual([])
  const longest = { productImage, mode: 'custom', customPrompt: ` ${'w'.repeat(300)} ` }
  expect((await service.run('white-bg', longest)).status).toBe(200)
})

test('white mode ignores ratio and quality; smart and custom follow them (§4.13)', async () => {
  const service = await startPractice()
  const productImage = await service.upload(await disc())
  const shape = async (body: Body) => {
    const answer = await service.run('white-bg', { productImage, ...body })
    const { items } = await service.finishedRun('white-bg', answer.body.requestId)
    const { width, height } = await sharp(await download(items[0]?.imageUrls?.[0])).metadata()
    return [answer.body.creditsUsed, width, height]
  }
  expect(await shape({ mode: 'white', ratio: '16:9', quality: 'hd' })).toEqual([3, 1024, 1024])
  expect(await shape({ ratio: '16:9' })).toEqual([4, 1368, 768])
  expect(await shape({ mode: 'custom', customPrompt: 'sea', ratio: '1:1', quality: 'hd' })).toEqual([8, 2048, 2048])
})

test('the prices that the catalogue lists are the ones that are charged, for each of its values', async () => {
  const service = await startPractice()
  await service.change({ balances: { acc_a: { purchased: 100_000 } } })
  const image = await service.upload(await disc())
  const runs: [string, Body, number][] = [
    ['remove-bg', { imageUrl: image }, 2],
    ['upscale', { imageUrl: image }, 5],
    ['upscale', { imageUrl: image, mode: 'creative' }, 9],
    ['white-bg', { productImage: image }, 4],
    ['white-bg', { productImage: image, mode: 'white' }, 3],
    ['white-bg', { productImage: image, mode: 'custom', customPrompt: 'x', quality: 'hd' }, 8],
    ['brand-poster', { brand: 'B' }, 7],
    ['brand-poster', { brand: 'B', quality: 'medium' }, 12],
    ['product-detail', { productImage: image, modules: ['hero'] }, 6],
    ['product-detail', { productImage: image, modules: ['hero', 'brand'], quality: 'medium' }, 22],
  ]
  for (const [skill, body, credits] of runs) {
    expect([skill, (await service.run(skill, body)).body.creditsUsed]).toEqual([skill, credits])
  }
  const { charged } = (await service.ledger()).totals
  expect(charged).toBe(runs.reduce((sum, [, , credits]) => sum + credits, 0))
})
