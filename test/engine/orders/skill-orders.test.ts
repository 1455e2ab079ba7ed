import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SkillOrder } from '../../../src/contract/orders.ts'
import type { QuoteView } from '../../../src/contract/quotes.ts'
import { startPractice } from '../../practice/support/practice.ts'
import { newFolder } from '../../support/folders.ts'
import { newRig, type Rig } from '../queue/support/rig.ts'

let rig: Rig
let picture: string
const quote = (order: Partial<SkillOrder> & { skill: string }): Promise<QuoteView> =>
  rig.calls['quote.skill']({ files: [], ...order })
const fieldsOf = (view: QuoteView) => view.problems.map(({ field }) => field)
const wordsOf = (view: QuoteView) => view.problems.map(({ message }) => message).join(' ')
const address = 'https://pictures.example/a.png'

/** Approves the quote without sending: what would be sent stands in the receipts. */
async function approved(view: QuoteView) {
  rig.engine.driver.pause(true)
  const { requestIds } = await rig.calls['orders.approve']({ quoteId: view.id, credits: view.credits })
  return requestIds.map((id) => rig.engine.store.receipts.get(id)?.order)
}

beforeEach(async () => {
  rig = await newRig(await startPractice())
  picture = join(newFolder(), 'disc.png')
  await sharp({ create: { width: 16, height: 16, channels: 3, background: 'white' } })
    .png()
    .toFile(picture)
})

describe('an order for a Skill', () => {
  it('makes one request for each file or address, each with the other pictures (O93, O94)', async () => {
    const view = await quote({
      skill: 'product-detail',
      files: [picture, address],
      values: { modules: ['hero'] },
      pictures: [{ field: 'logo', source: address }],
    })
    expect(view).toMatchObject({ price: 'known', credits: 12, requests: 2, problems: [] })
    const orders = await approved(view)
    expect(orders).toMatchObject([
      {
        fields: { modules: ['hero'] },
        pictures: [
          { field: 'productImage', source: { path: picture } },
          { field: 'logo', source: { url: address } },
        ],
      },
      { pictures: [{ field: 'productImage', source: { url: address } }, { field: 'logo' }] },
    ])
  })

  it('sends the modules even where nobody said them, and counts them in the price (O99, A20)', async () => {
    const view = await quote({ skill: 'product-detail', files: [picture] })
    expect(view.credits).toBe(18)
    expect(await approved(view)).toMatchObject([{ fields: { modules: ['hero', 'detail', 'scene'] } }])
  })

  it('makes one request without a file where no picture is required, and takes none (O104)', async () => {
    expect(await quote({ skill: 'brand-poster', values: { brand: 'Lumen' } })).toMatchObject({
      requests: 1,
      credits: 7,
      problems: [],
    })
    const wrong = await quote({ skill: 'brand-poster', files: [picture], values: { brand: 'Lumen' } })
    expect(wrong).toMatchObject({ requests: 0 })
    expect(wordsOf(wrong)).toContain('Leave the files out')
  })

  it('takes several pictures of one field in order, and no more than it has place for (O101, O104)', async () => {
    const three = [address, picture, 'https://pictures.example/b.png']
    const pictures = three.map((source) => ({ field: 'productImages', source }))
    const view = await quote({ skill: 'brand-poster', values: { brand: 'Lumen' }, pictures })
    expect(view.problems).toEqual([])
    expect(await approved(view)).toMatchObject([
      {
        pictures: [
          { source: { url: address } },
          { source: { path: picture } },
          { source: { url: 'https://pictures.example/b.png' } },
        ],
      },
    ])
    const four = [...pictures, { field: 'productImages', source: address }]
    expect(fieldsOf(await quote({ skill: 'brand-poster', values: { brand: 'Lumen' }, pictures: four }))).toEqual([
      'productImages',
    ])
    const logos = [address, picture].map((source) => ({ field: 'logo', source }))
    expect(
      new Set(fieldsOf(await quote({ skill: 'brand-poster', values: { brand: 'Lumen' }, pictures: logos }))),
    ).toEqual(new Set(['logo']))
  })

  it('is not paid for with a picture that stands twice for one place: by a file and by its name', async () => {
    const pictures = [{ field: 'imageUrl', source: address }]
    const view = await quote({ skill: 'remove-bg', files: [picture, picture], pictures })
    expect(fieldsOf(view)).toEqual(['imageUrl'])
    await expect(approved(view)).rejects.toThrow()
    expect(await quote({ skill: 'remove-bg', pictures })).toMatchObject({ requests: 1, problems: [], credits: 2 })
  })

  it('reads an address that was given as a value of a picture field as that picture: it is uploaded first (O94, A16)', async () => {
    const view = await quote({
      skill: 'brand-poster',
      values: { brand: 'Lumen', logo: address, productImages: [address, address] },
    })
    expect(view.problems).toEqual([])
    expect(await approved(view)).toMatchObject([
      {
        fields: { brand: 'Lumen' },
        pictures: [
          { field: 'logo', source: { url: address } },
          { field: 'productImages', source: { url: address } },
          { field: 'productImages', source: { url: address } },
        ],
      },
    ])
    expect(await quote({ skill: 'remove-bg', values: { imageUrl: address } })).toMatchObject({
      requests: 1,
      credits: 2,
      problems: [],
    })
    expect(await quote({ skill: 'upscale', values: { imageUrl: address } })).toMatchObject({
      requests: 1,
      credits: 5,
      problems: [],
    })
  })

  it.each([
    'http://pictures.example/a.png',
    'https://user:secret@pictures.example/a.png',
    'https://10.0.0.1/a.png',
    'https://pictures.example:8443/a.png',
    'https://pictures.example/a.png#x',
    'file:///tmp/a.png',
  ])('refuses the address %s wherever it stands (O78, O94, O107)', async (source) => {
    for (const skill of ['remove-bg', 'upscale']) {
      expect(await quote({ skill, files: [source] })).toMatchObject({ requests: 0, leftOut: [{ file: source }] })
      expect(fieldsOf(await quote({ skill, values: { imageUrl: source } }))).toContain('imageUrl')
      expect(fieldsOf(await quote({ skill, pictures: [{ field: 'imageUrl', source }] }))).toContain('imageUrl')
    }
  })

  it('refuses what is neither an address nor a file for a picture field', async () => {
    const poster = (values: SkillOrder['values']) =>
      quote({ skill: 'brand-poster', values: { brand: 'Lumen', ...values } })
    for (const logo of [5, true, null, {}, [address], 'logo.png'])
      expect(fieldsOf(await poster({ logo })), JSON.stringify(logo)).toContain('logo')
    for (const productImages of [5, 'x.png', [5], [null]])
      expect(fieldsOf(await poster({ productImages }))).toContain('productImages')
  })

  it('leaves files out that cannot be used, names them, and does not count them', async () => {
    const text = join(newFolder(), 'notes.png')
    writeFileSync(text, 'no pixels')
    const view = await quote({ skill: 'remove-bg', files: [picture, text, '/nowhere/at/all.png'] })
    expect(view).toMatchObject({ credits: 2, requests: 1, problems: [] })
    expect(view.leftOut.map(({ file }) => file)).toEqual([text, '/nowhere/at/all.png'])
  })

  it('of which every file is left out is refused in the words of its file, and never told as one that was taken (I8)', async () => {
    const view = await quote({ skill: 'remove-bg', files: ['/nowhere/at/all.png'] })
    expect(view).toMatchObject({ requests: 0, problems: [] })
    await expect(approved(view)).rejects.toThrow(/^all\.png: .+ Nothing was sent or charged\./)
    expect(rig.engine.store.receipts.list({})).toEqual([])
  })

  it('checks its fields even where no file can be used', async () => {
    const view = await quote({ skill: 'remove-bg', files: ['/nowhere/at/all.png'], values: { colour: 'red' } })
    expect(fieldsOf(view)).toEqual(['colour'])
  })

  it('has one problem for one mistake: the document’s rule speaks before the schema’s', async () => {
    expect(fieldsOf(await quote({ skill: 'brand-poster', values: { brand: 'x'.repeat(61) } }))).toEqual(['brand'])
    expect(wordsOf(await quote({ skill: 'brand-poster', values: {} }))).toBe('brand is required.')
    expect(
      fieldsOf(await quote({ skill: 'product-detail', files: [picture], values: { modules: ['hero', 'hero'] } })),
    ).toEqual(['modules'])
  })

  it('with a wrong choice has no price yet, and that is not “no price” (O71)', async () => {
    const view = await quote({ skill: 'upscale', files: [picture], values: { mode: 'softest' } })
    expect(view).toMatchObject({ price: 'unknown', credits: null })
    expect(view.problems).toEqual([{ field: 'mode', message: 'mode must be one of crisp, creative.' }])
    const video = await rig.calls['catalogue.models']({ media: 'video' })
    const film = await rig.calls['quote.generation']({ prompt: 'x', modelId: video.models[0]?.id ?? '', tier: 'ultra' })
    expect(film).toMatchObject({ price: 'unknown', credits: null })
    expect(fieldsOf(film)).toEqual(['tier'])
  })

  it('carries the accepted price as a check, in whole credits (O110, A19)', async () => {
    expect(
      await approved(await quote({ skill: 'upscale', files: [picture], values: { mode: 'creative' } })),
    ).toMatchObject([{ fields: { mode: 'creative', confirmedCredits: 9 } }])
    expect((await approved(await quote({ skill: 'remove-bg', files: [picture] })))[0]?.fields).toEqual({})
  })
})
