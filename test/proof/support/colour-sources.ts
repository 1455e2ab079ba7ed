import sharp from 'sharp'
import { avifProfile, withAvifColour } from '../../engine/images/support/avif.ts'
import { iccpOf, plainPng, withJpegProfile, withWebpProfile } from '../../engine/images/support/bytes.ts'
import { tiff } from '../../engine/images/support/tiff.ts'
import type { DeviceSpace } from '../../support/colour-judge.ts'

/** Flat squares, whose middles no encoder may change. */
const across = 8
const edge = 16
const width = across * edge
export const patchCount = across * across
const channelsOf = { grey: 1, rgb: 3, cmyk: 4 }

export type Container = 'png' | 'tiff' | 'webp' | 'avif' | 'jpeg'
export type Words = { icc: Buffer } | { chunks: [string, Buffer][] } | { nclx: Buffer } | null

/**
 * A picture of these patches: the file, and the numbers that are in it, of 16 bits each. Only a JPEG holds others than
 * were asked for.
 */
export async function coloured(
  container: Container,
  bits: 8 | 16,
  space: DeviceSpace,
  words: Words,
  wanted: Uint16Array,
): Promise<{ bytes: Buffer; held: Uint16Array }> {
  const channels = channelsOf[space]
  const values = bits === 16 ? wanted : Uint8Array.from(wanted, (value) => value >> 8)
  const samples = sheetOf(values, channels)
  const held = bits === 16 ? wanted : Uint16Array.from(values, (value) => value * 257)
  const icc = words && 'icc' in words ? words.icc : null
  if (container === 'png') {
    const chunks: [string, Buffer][] = words && 'chunks' in words ? words.chunks : icc ? [['iCCP', iccpOf(icc)]] : []
    const header = { width, height: width, bits, colourType: space === 'grey' ? 0 : 2 } as const
    return { bytes: plainPng(header, bigEndian(samples), chunks), held }
  }
  if (container === 'tiff') {
    const photometric = { grey: 1, rgb: 2, cmyk: 5 }[space]
    const all = {
      width,
      height: width,
      photometric,
      bits: Array(channels).fill(bits),
      icc,
      data: littleEndian(samples),
    }
    return { bytes: tiff(all), held }
  }
  const image = sharp(samples, { raw: { width, height: width, channels: channels as 1 | 3 } })
  if (container === 'webp') {
    const webp = await image.webp({ lossless: true, effort: 0 }).toBuffer()
    return { bytes: icc ? withWebpProfile(webp, { width, height: width }, icc) : webp, held }
  }
  if (container === 'avif') {
    const avif = await image.avif({ lossless: true, effort: 0 }).toBuffer()
    const colour = words && 'nclx' in words ? words.nclx : icc ? avifProfile(icc) : null
    return { bytes: colour ? withAvifColour(avif, colour) : avif, held }
  }
  const jpeg = await image
    .toColourspace(space === 'grey' ? 'b-w' : 'srgb')
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
  const decoded = await middlesOf(jpeg)
  const own = space === 'grey' ? decoded.filter((_, index) => index % 3 === 0) : decoded
  return { bytes: icc ? withJpegProfile(jpeg, icc) : jpeg, held: Uint16Array.from(own, (value) => value * 257) }
}

function sheetOf<T extends Uint8Array | Uint16Array>(patches: T, channels: number): T {
  const sheet = (
    patches instanceof Uint16Array
      ? new Uint16Array(width * width * channels)
      : new Uint8Array(width * width * channels)
  ) as T
  for (let y = 0, at = 0; y < width; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < channels; channel += 1, at += 1)
        sheet[at] = patches[(Math.floor(y / edge) * across + Math.floor(x / edge)) * channels + channel] ?? 0
  return sheet
}

function littleEndian(samples: Uint8Array | Uint16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
}

function bigEndian(samples: Uint8Array | Uint16Array): Buffer {
  const bytes = Buffer.from(littleEndian(samples))
  return samples instanceof Uint16Array ? bytes.swap16() : bytes
}

/** The mean of each patch's middle, three bytes each, whatever the file says of its colours. */
export async function middlesOf(file: Buffer): Promise<Uint8Array> {
  const { data, info } = await sharp(file, { ignoreIcc: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const scale = info.width / across
  const inset = Math.max(1, Math.floor(scale / 4))
  const means = new Uint8Array(patchCount * 3)
  for (let patch = 0; patch < patchCount; patch += 1) {
    const [left, top] = [(patch % across) * scale, Math.floor(patch / across) * scale]
    for (let channel = 0; channel < 3; channel += 1) {
      let [sum, count] = [0, 0]
      for (let y = Math.ceil(top) + inset; y < top + scale - inset; y += 1)
        for (let x = Math.ceil(left) + inset; x < left + scale - inset; x += 1, count += 1)
          sum += data[(y * info.width + x) * 3 + channel] ?? 0
      means[patch * 3 + channel] = Math.round(sum / count)
    }
  }
  return means
}
