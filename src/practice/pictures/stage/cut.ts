import { sha256Hex } from '../../ids.ts'
import { cutOutPixels } from '../cutout/cut-out.ts'
import type { CutoutPixels } from '../draw/sheet.ts'
import { openImage, openPixels } from '../loaders.ts'

/** A product without its surroundings, and without the transparent margin. */
export interface CutProduct {
  png: Buffer
  width: number
  height: number
}

const longestEdge = 1400
const mostKept = 3

/** Modules of one order share their pictures: the last few cutouts are kept. */
const kept = new Map<string, Promise<CutProduct>>()

export function cutOf(source: Buffer): Promise<CutProduct> {
  const name = sha256Hex(source)
  const known = kept.get(name)
  if (known !== undefined) return known
  const made = trimmedCut(source)
  kept.set(name, made)
  made.catch(() => kept.delete(name))
  for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest)
  return made
}

async function trimmedCut(source: Buffer): Promise<CutProduct> {
  const smaller = await openImage(source)
    .resize(longestEdge, longestEdge, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const cut = await cutOutPixels(smaller)
  const png = await openPixels(cut.pixels, cut.width, cut.height, 4).png({ compressionLevel: 1 }).toBuffer()
  const { data, info } = await openImage(png)
    .trim({ background: { r: 0, g: 0, b: 0, alpha: 0 }, threshold: 20 })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height }
}

interface Size {
  width: number
  height: number
}

/** `inside` keeps all of it, `cover` fills the size. A `zoom` above 1 shows only the middle. */
export async function pictureIn(source: Buffer, size: Size, fit: 'inside' | 'cover', zoom = 1): Promise<CutoutPixels> {
  const [width, height] = [Math.max(1, Math.round(size.width)), Math.max(1, Math.round(size.height))]
  const { autoOrient } = await openImage(source).metadata()
  const part = { width: Math.round(autoOrient.width / zoom), height: Math.round(autoOrient.height / zoom) }
  const middle =
    zoom === 1
      ? openImage(source).autoOrient()
      : openImage(await upright(source)).extract({
          left: Math.floor((autoOrient.width - part.width) / 2),
          top: Math.floor((autoOrient.height - part.height) / 2),
          ...part,
        })
  const { data, info } = await middle
    .resize(width, height, { fit })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

async function upright(source: Buffer): Promise<Buffer> {
  return openImage(source).autoOrient().png({ compressionLevel: 1 }).toBuffer()
}

/** The silhouette of a picture, blurred, in one colour: what lies on the ground behind it. */
export async function shadowOf(picture: CutoutPixels, blur: number): Promise<CutoutPixels> {
  const margin = Math.ceil(blur * 2.5)
  const size = { width: picture.width + 2 * margin, height: picture.height + 2 * margin }
  const alpha = new Uint8Array(size.width * size.height)
  for (let i = 0; i < picture.width * picture.height; i++) {
    const y = Math.floor(i / picture.width) + margin
    alpha[y * size.width + (i % picture.width) + margin] = picture.pixels[i * 4 + 3] ?? 0
  }
  const { data, info } = await openPixels(alpha, size.width, size.height, 1)
    .blur(Math.max(0.5, blur))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = new Uint8Array(info.width * info.height * 4)
  for (let i = 0; i < info.width * info.height; i++) pixels[i * 4 + 3] = data[i * info.channels] ?? 0
  return { pixels, width: info.width, height: info.height }
}
