import { execFileSync } from 'node:child_process'
import { chmod, mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { claimedPng, withSegment } from './support/bytes.ts'
import { useLentWorkshop } from './support/lent-workshop.ts'
import { flat, textured } from './support/pictures.ts'

const shop = useLentWorkshop()
const limits = { maxEdge: 4096, maxBytes: 3 * 2 ** 20 }
/** What happened; about money; what to do. One sentence without a character from elsewhere. */
const sentence = /^(?:This|Unsupported) [^;\p{C}]+; nothing was sent or charged; [^;\p{C}]+\.$/u

async function refuse(path: string): Promise<string> {
  const prepared = await shop.images.prepareReference(path, limits)
  if (prepared.decision !== 'refused') throw new Error(`accepted: ${JSON.stringify(prepared)}`)
  const { problem } = await shop.images.inspect(path)
  expect(prepared.reason).toMatch(sentence)
  if (problem !== null) expect(problem).toBe(prepared.reason)
  return prepared.reason
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const ftyp = (...brands: string[]) => {
  const body = latin1(`ftyp${brands[0]}\0\0\0\0${brands.join('')}`)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length + 4)
  return Buffer.concat([size, body, Buffer.alloc(64)])
}

/** A TIFF directory with a camera's name and a pointer at further pictures, as NEF and ARW have it. */
function rawTiff(maker: string): Buffer {
  const file = Buffer.alloc(200)
  file.write('MM\0*\0\0\0\x08\0\x02', 'latin1')
  file.writeUInt16BE(0x010f, 10)
  file.writeUInt16BE(2, 12)
  file.writeUInt32BE(maker.length + 1, 14)
  file.writeUInt32BE(100, 18)
  file.writeUInt16BE(0x014a, 22)
  file.write(maker, 100, 'latin1')
  return file
}

describe('what is recognised and refused, by content and with the way out', () => {
  it.each([
    ['heic', ftyp('heic', 'mif1'), /HEIC.*export it as JPEG/],
    ['heic by its second brand', ftyp('mif1', 'heic'), /HEIC/],
    ['svg', latin1('<?xml version="1.0"?>\n<!-- hi -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG.*PNG/],
    ['svg after many comments', latin1(`${'<!---->'.repeat(400)}<!DOCTYPE svg [ <!ENTITY a "b"> ]><svg>`), /SVG/],
    ['text of many comments', latin1('<!---->'.repeat(600)), /text/],
    ['psd', latin1('8BPS\0\x01'), /Photoshop/],
    ['pdf', latin1('%PDF-1.7\n'), /PDF/],
    ['eps', latin1('%!PS-Adobe-3.0 EPSF-3.0'), /EPS/],
    ['cr2', latin1('II*\0\x10\0\0\0CR\x02\0'), /raw file/],
    ['cr3', ftyp('crx ', 'isom'), /raw file/],
    ['nef', rawTiff('NIKON CORPORATION'), /raw file/],
    ['arw', rawTiff('SONY'), /raw file/],
    ['raf', latin1('FUJIFILMCCD-RAW 0201'), /raw file/],
    ['mp4', ftyp('isom', 'avc1'), /video.*frame/],
    ['mov', ftyp('qt  '), /video/],
    ['webm', latin1('\x1a\x45\xdf\xa3\x9f\x42\x86'), /video/],
    ['avi', latin1('RIFF\0\0\0\0AVI LIST'), /video/],
    ['jxl', latin1('\xff\x0a\xfa\x1f'), /JPEG XL/],
    ['bmp', latin1('BM\x36\0\0\0'), /BMP/],
    ['zip', latin1('PK\x03\x04'), /archive/],
    ['gz', gzipSync('x'), /archive/],
    ['html', latin1('<!doctype html><html><body>404</body></html>'), /web page/],
    ['json', latin1('{"error":"not found"}'), /text/],
    ['unknown', Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 7919) % 256)), /Unsupported file type/],
  ])('%s', async (name, bytes, expected) => {
    // Every one of them under a picture's name: the name does not count.
    const path = await shop.write(`${name}.jpg`, bytes)
    expect(await refuse(path)).toMatch(expected)
    await expect(shop.images.examine(path)).rejects.toThrow(/^(?:This|Unsupported) [^;]+\.$/)
  })
})

describe('what cannot be read', () => {
  it.skipIf(process.platform === 'win32')('is said for a pipe, which nobody waits for', async () => {
    execFileSync('mkfifo', [join(shop.folder, 'pipe.jpg')])
    expect(await refuse(join(shop.folder, 'pipe.jpg'))).toMatch(/not a file/)
  })

  it('is said for a file that is gone, empty or a folder', async () => {
    expect(await refuse(join(shop.folder, 'gone.jpg'))).toMatch(/no longer there/)
    expect(await refuse(await shop.write('empty.jpg', ''))).toMatch(/empty/)
    await mkdir(join(shop.folder, 'folder.jpg'))
    expect(await refuse(join(shop.folder, 'folder.jpg'))).toMatch(/folder/)
  })

  it.skipIf(process.getuid?.() === 0)('is said for a file without permission', async () => {
    const path = await shop.write('locked.jpg', await flat(10, 10).jpeg().toBuffer())
    await chmod(path, 0)
    expect(await refuse(path)).toMatch(/may not be read/)
  })

  it('is said for more bytes than are ever taken into memory, without reading them', async () => {
    const path = join(shop.folder, 'huge.jpg')
    await writeFile(path, Buffer.from([0xff, 0xd8, 0xff]))
    await truncate(path, 256 * 2 ** 20 + 1)
    expect(await refuse(path)).toMatch(/268\.4 MB/)
  })
})

describe('damage', () => {
  const sources = [
    ['jpeg', () => textured(800, 600).jpeg()],
    ['progressive jpeg', () => textured(800, 600).jpeg({ progressive: true })],
    ['png', () => textured(800, 600).png()],
    ['interlaced png', () => textured(800, 600).png({ progressive: true })],
    ['webp', () => textured(800, 600).webp()],
    ['gif', () => textured(800, 600).gif()],
  ] as const

  it.each(sources)('a %s cut in half is refused, also where a decoder would fill in grey', async (name, make) => {
    const bytes = await make().toBuffer()
    const half = bytes.subarray(0, bytes.length / 2)
    expect(await refuse(await shop.write(`half ${name}`, half))).toMatch(/cut off|damaged/)
    const closed = Buffer.concat([half, Buffer.from([0xff, 0xd9])])
    expect(await refuse(await shop.write(`closed half ${name}`, closed))).toMatch(/cut off|damaged/)
    await expect(shop.images.examine(await shop.write(`half ${name}`, half))).rejects.toThrow(/cut off|damaged/)
  })

  it.each(sources)(
    'a %s that is cut off is refused when it is looked at, before it has a price (D16)',
    async (name, make) => {
      const bytes = await make().toBuffer()
      const path = await shop.write(`cut ${name}`, bytes.subarray(0, bytes.length * 0.6))
      const { problem } = await shop.images.inspect(path)
      expect(problem).toMatch(/cut off|damaged/)
      expect(problem).toBe(await refuse(path))
    },
  )

  it('a JPEG that only lacks its end marker, or has litter behind it, has a price (D16)', async () => {
    const bytes = await textured(800, 600).jpeg().toBuffer()
    const unmarked = await shop.write('unmarked.jpg', bytes.subarray(0, -2))
    const littered = await shop.write('littered.jpg', Buffer.concat([bytes, Buffer.alloc(5000, 1)]))
    for (const path of [unmarked, littered])
      expect(await shop.images.inspect(path)).toMatchObject({ problem: null, width: 800, height: 600 })
  })

  it.each(sources)('a header of a %s alone is refused', async (name, make) => {
    const bytes = await make().toBuffer()
    for (const length of [12, 40, 300]) {
      expect(await refuse(await shop.write(`header ${name}`, bytes.subarray(0, length)))).toMatch(/cut off|damaged/)
    }
  })

  it('a JPEG that lacks only its end marker is whole, and mended', async () => {
    const bytes = await textured(800, 600).jpeg().toBuffer()
    const prepared = await shop.images.prepareReference(await shop.write('tail.jpg', bytes.subarray(0, -2)), limits)
    expect(prepared).toMatchObject({ decision: 'encoded', width: 800, height: 600 })
    expect(prepared).toMatchObject({ steps: expect.arrayContaining(['small flaws of the file mended']) })
  })

  it('a JPEG that lost its last rows is prepared, and that is said; one that lost more is not', async () => {
    const whole = await textured(800, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const scan = whole.indexOf(Buffer.from([0xff, 0xda]))
    const cut = (share: number) => whole.subarray(0, scan + Math.round((whole.length - scan) * share))
    const little = await shop.images.prepareReference(await shop.write('little.jpg', cut(0.99)), limits)
    expect(little).toMatchObject({ decision: 'encoded', width: 600, height: 800 })
    expect(little).toMatchObject({
      steps: expect.arrayContaining([expect.stringMatching(/cut off at its end: the last \d+ of 600 rows/)]),
    })
    expect(await refuse(await shop.write('much.jpg', cut(0.9)))).toMatch(/cut off/)
    await expect(shop.images.examine(await shop.write('little.jpg', cut(0.99)))).rejects.toThrow(/cut off/)
  })

  it('a JPEG with a stray marker in its middle is refused, since grey would follow it', async () => {
    const bytes = await textured(800, 600).jpeg().toBuffer()
    bytes.writeUInt16BE(0xffe5, Math.round(bytes.length / 2))
    expect(await refuse(await shop.write('stray.jpg', bytes))).toMatch(/cut off|damaged/)
  })

  it('bytes after the end and between the markers do not matter', async () => {
    const bytes = await textured(800, 600).jpeg({ progressive: true }).toBuffer()
    const littered = Buffer.concat([bytes.subarray(0, -2), latin1('litter'), bytes.subarray(-2), latin1('more')])
    const prepared = await shop.images.prepareReference(await shop.write('litter.jpg', littered), limits)
    expect(prepared.decision).toBe('encoded')
  })
})

describe('bombs', () => {
  it('a small file that claims very many pixels is refused by what it claims', async () => {
    for (const [width, height, why] of [
      [20_000, 20_000, /400\.0 megapixels/],
      [65_535, 65_535, /4294\.8 megapixels/],
      [2 ** 31 - 1, 2 ** 31 - 1, /damaged/],
      [2 ** 31 - 1, 1, /damaged/],
    ] as const) {
      const path = await shop.write(`bomb-${width}-${height}.png`, claimedPng(width, height, Buffer.alloc(100_000)))
      expect(await refuse(path)).toMatch(why)
    }
  })

  it('a header that promises more rows than there are is cut off', async () => {
    expect(await refuse(await shop.write('promise.png', claimedPng(5_000, 5_000, Buffer.alloc(1_000))))).toMatch(
      /cut off|damaged/,
    )
  })

  it('a JPEG that claims 65,000 × 65,000 is refused', async () => {
    const bytes = await flat(64, 64).jpeg().toBuffer()
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
    bytes.writeUInt16BE(65_000, frame + 5)
    bytes.writeUInt16BE(65_000, frame + 7)
    expect(await refuse(await shop.write('claim.jpg', bytes))).toMatch(/65000 × 65000/)
  })

  it('lines of 65,535 px and of one are prepared, never thinner than a pixel', async () => {
    for (const [width, height] of [
      [65_535, 1],
      [1, 20_000],
      [1, 1],
    ] as const) {
      const path = await shop.write('line.png', await flat(width, height).png().toBuffer())
      const prepared = await shop.images.prepareReference(path, limits)
      expect(prepared).toMatchObject({ width: Math.min(width, 4096), height: Math.min(height, 4096) })
    }
  })

  it('loaders that are not needed stay shut, also for pictures that pretend', async () => {
    // libvips knows this one, but it may not reach it.
    await refuse(await shop.write('pretend.png', latin1('P6 1 1 255\nabc')))
    const polyglot = withSegment(
      await flat(16, 16).jpeg().toBuffer(),
      0xfe,
      latin1('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    )
    expect(await shop.images.inspect(await shop.write('polyglot.svg', polyglot))).toMatchObject({ format: 'jpeg' })
  })
})
