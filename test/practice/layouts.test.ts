import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { detailCopy } from '../../src/practice/copy/detail-copy.ts'
import { copyLanguages, phrases } from '../../src/practice/copy/phrases.ts'
import { posterCopy } from '../../src/practice/copy/poster-copy.ts'
import { languageOf } from '../../src/practice/copy/wording.ts'
import { setDetail } from '../../src/practice/pictures/pages/detail.ts'
import { setPoster } from '../../src/practice/pictures/pages/poster.ts'
import { posterStyles } from '../../src/practice/pictures/recipe.ts'
import { shapeOf } from '../../src/practice/pictures/type/font.ts'
import { breakLines, fitted, widthOf } from '../../src/practice/pictures/type/text.ts'
import { disc } from './support/images.ts'

let product: Buffer
beforeAll(async () => {
  product = await disc(240, 200)
})

const canvas = { width: 240, height: 300, contentType: 'image/jpeg' }
const input = {
  productName: 'Halden',
  sellingPoints: 'Thrown by hand\nGlazed twice\nHolds water',
  autoCopy: true,
  language: 'en',
}

async function small(image: Buffer): Promise<Buffer> {
  return sharp(image).resize(40, 50, { fit: 'fill' }).greyscale().raw().toBuffer()
}

function difference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length
}

const setModule = (layout: string | null, { platform = 'amazon', fields = input, size = canvas } = {}) =>
  setDetail(
    {
      kind: 'detail',
      layout,
      copy: detailCopy(
        fields,
        layout ?? 'Care',
        layout === null ? { name: 'Care', description: 'Wash by hand.' } : null,
        0,
      ),
      platform,
      wishes: '',
      seed: 'a',
      product: 'p',
      extras: [],
      model: null,
      logo: null,
    },
    () => product,
    size,
  )

test('each module looks otherwise, and the same order gives the same bytes', async () => {
  const modules = ['hero', 'detail', 'scene', 'material', 'usage', 'brand', null]
  const images = []
  for (const module of modules) images.push(await small(await setModule(module)))
  for (const [i, one] of images.entries()) {
    for (const other of images.slice(i + 1)) expect(difference(one, other)).toBeGreaterThan(6)
  }
  expect(await setModule('hero')).toEqual(await setModule('hero'))
})

test('platform, language and ratio change the picture', async () => {
  const plain = await small(await setModule('brand'))
  const german = await small(await setModule('brand', { fields: { ...input, language: 'de' } }))
  expect(difference(plain, german)).toBeGreaterThan(0.2)
  expect(
    difference(await small(await setModule('hero')), await small(await setModule('hero', { platform: 'own-shop' }))),
  ).toBeGreaterThan(40)
  const wide = await sharp(await setModule('hero', { size: { ...canvas, width: 400, height: 200 } })).metadata()
  expect([wide.width, wide.height]).toEqual([400, 200])
})

test('the product stands on the page', async () => {
  const { data, info } = await sharp(await setModule('hero'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  let orange = 0
  for (let i = 0; i < info.width * info.height; i++) {
    const [r = 0, g = 0, b = 0] = data.subarray(i * 3, i * 3 + 3)
    if (r > 200 && g > 90 && g < 150 && b < 90) orange++
  }
  expect(orange / (info.width * info.height)).toBeGreaterThan(0.08)
})

test('each poster style looks otherwise, with and without a product', async () => {
  const copy = posterCopy({ brand: 'Harbour Light', content: 'Three nights', language: 'en' })
  const images: Buffer[] = []
  for (const style of posterStyles) {
    for (const products of [[], ['p']]) {
      const recipe = {
        kind: 'poster',
        style,
        copy,
        wishes: '',
        seed: 's',
        products,
        styleImage: null,
        logo: null,
      } as const
      images.push(await small(await setPoster({ ...recipe, products }, () => product, canvas)))
    }
  }
  for (const [i, one] of images.entries()) {
    for (const other of images.slice(i + 1)) expect(difference(one, other)).toBeGreaterThan(1)
  }
})

test('words and a style reference choose the colour of a poster', async () => {
  const copy = posterCopy({ brand: 'Harbour', language: 'en' })
  const mean = async (wishes: string, styleImage: string | null) => {
    const recipe = {
      kind: 'poster',
      style: 'brutal',
      copy,
      wishes,
      seed: 's',
      products: [],
      styleImage,
      logo: null,
    } as const
    const blue = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#1133ee' } })
      .png()
      .toBuffer()
    const { channels } = await sharp(await setPoster({ ...recipe, products: [] }, () => blue, canvas)).stats()
    return (channels[2]?.mean ?? 0) - (channels[0]?.mean ?? 0)
  }
  expect(await mean('', null)).toBeLessThan(-40)
  expect(await mean('all in blue', null)).toBeGreaterThan(0)
  expect(await mean('', 'ref')).toBeGreaterThan(0)
})

test('copy is composed only where that is wished; instructions are never printed (§4.11, §4.12)', () => {
  const fields = { ...input, autoCopy: false, extraRequirements: 'DARK' }
  const words = ['hero', 'detail', 'scene', 'material', 'usage', 'brand'].map((module, i) =>
    detailCopy(fields, module, null, i),
  )
  const supplied = ['Halden', 'Thrown by hand', 'Glazed twice', 'Holds water']
  for (const { headline, points, closing } of words) {
    for (const text of [headline, ...points]) expect(supplied).toContain(text)
    expect(closing).toBeNull()
  }
  expect(detailCopy(input, 'usage', null, 0).points).toEqual(phrases.en.steps)
  const poster = { brand: 'B', content: 'Only this', extraNotes: 'SECRET', customStyle: 'LOUD', language: 'de' }
  expect(posterCopy({ ...poster, autoCopy: false })).toEqual({ headline: 'B', points: ['Only this'], closing: null })
  expect(posterCopy(poster)).toEqual({ headline: 'B', points: ['Only this'], closing: phrases.de.call })
})

test('the language auto follows the locale, and is English otherwise', () => {
  expect(languageOf({ language: 'auto', uiLocale: 'fr-CH' })).toBe('fr')
  expect(languageOf({ language: 'auto', uiLocale: 'tlh' })).toBe('en')
  expect(languageOf({ language: 'auto' })).toBe('en')
  expect(languageOf({ language: 'es', uiLocale: 'fr' })).toBe('es')
})

test('every letter that practice itself prints is in its typeface; others become a box', () => {
  const box = JSON.stringify(shapeOf('日', 400, 100, 0, 0))
  const letters = new Set(
    copyLanguages.flatMap((language) => Object.values(phrases[language]).flat().join('')).join(''),
  )
  for (const letter of [...letters].filter((one) => one !== ' ')) {
    const shape = shapeOf(letter, 400, 100, 0, 0)
    expect([letter, shape.length > 0, JSON.stringify(shape) === box]).toEqual([letter, true, false])
  }
})

test('text is measured, broken and shrunk to its room', () => {
  const hand = { size: 40, weight: 400 }
  expect(widthOf('iiii', hand)).toBeLessThan(widthOf('MMMM', hand) / 2)
  expect(widthOf('AV', hand)).toBeLessThan(widthOf('A', hand) + widthOf('V', hand))
  expect(widthOf('heavy', { ...hand, weight: 900 })).toBeGreaterThan(widthOf('heavy', hand))
  const lines = breakLines('the quick brown fox jumps\nover', hand, 260)
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) expect(widthOf(line, hand)).toBeLessThanOrEqual(260)
  expect(breakLines('x'.repeat(60), hand, 100).length).toBeGreaterThan(5)
  const block = fitted('a long headline that does not fit', hand, { width: 200, height: 60, least: 8 })
  expect(block.size).toBeLessThan(40)
  expect(block.height).toBeLessThanOrEqual(60)
  const cut = fitted('word '.repeat(400), hand, { width: 100, height: 30, least: 10 })
  expect(cut.lines.at(-1)).toMatch(/…$/)
})
