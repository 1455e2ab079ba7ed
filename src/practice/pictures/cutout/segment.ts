import { Breath } from '../breathe.ts'
import { type Random, randomFrom } from '../random.ts'
import { barrierFrom } from './barrier.ts'
import { fitColours, logLikelihood } from './colour-model.ts'
import type { LabImage } from './lab-image.ts'
import { boxMean, otsu, quantile } from './plane.ts'
import { cleanMask } from './regions.ts'
import { flowOf, walk } from './walk.ts'

/**
 * Which pixels are the subject, 0…1. In the manner of GrabCut: a first guess from the border (what it looks like, and
 * what can be reached from it without crossing an edge), then colours of subject and background are learnt and the
 * decision is smoothed along the picture's own edges, in turns.
 */
export async function segment(image: LabImage): Promise<Float32Array> {
  const { width, height, lab } = image
  const random = randomFrom(`${width}x${height}`)
  const breath = new Breath()
  const guess = firstGuess(image, random)
  const flow = flowOf(image)
  const centred = centrePrior(width, height)
  const x = guess.slice()
  const own = new Float32Array(x.length)
  const other = new Float32Array(x.length)
  const opinion = new Float32Array(x.length)
  const trust = new Float32Array(x.length)
  for (let turn = 0; turn < 6; turn++) {
    await breath.take()
    const subject = sample(x, random, (value) => value > 0.5)
    const ground = sample(x, random, (value) => value <= 0.5)
    if (subject.length < 30 || ground.length < 30) break
    logLikelihood(fitColours(lab, subject, 6, random), lab, own)
    await breath.take()
    logLikelihood(fitColours(lab, ground, 8, random), lab, other)
    const nearby = boxMean(x, width, height, Math.round(Math.max(width, height) / 24))
    for (let i = 0; i < x.length; i++) {
      const colour = Math.max(-6, Math.min(6, (own[i] ?? 0) - (other[i] ?? 0)))
      const place = 2.2 * ((nearby[i] ?? 0) - 0.5) + (centred[i] ?? 0) + 0.8 * ((guess[i] ?? 0) - 0.5)
      const odds = 0.55 * colour + place
      opinion[i] = 1 / (1 + Math.exp(-odds))
      trust[i] = 0.01 + 0.1 * Math.abs((opinion[i] ?? 0) - 0.5)
    }
    await breath.take()
    const before = x.map((value) => (value > 0.5 ? 1 : 0))
    walk(flow, width, opinion, trust, x, 40)
    const changed = before.reduce((sum, value, i) => sum + (value === ((x[i] ?? 0) > 0.5 ? 1 : 0) ? 0 : 1), 0)
    if (changed < x.length * 0.001) break
  }
  cleanMask(x, width, height)
  // Doubt is decided: a fog over half the picture is nobody's cutout. Soft edges come back with the matte.
  return x.map((value) => Math.min(1, Math.max(0, (value - 0.35) / 0.3)))
}

/** 0…1, from the border's colours and from the barrier around the subject. */
function firstGuess(image: LabImage, random: Random): Float32Array {
  const { width, height } = image
  const strange = strangeness(image, random)
  const highStrange = Math.max(4, quantile(strange, 0.97))
  const byColour = strange.map((value) => Math.min(1, Math.max(0, value / highStrange)))
  // A subject that leans out of the picture is not where the ground begins.
  const barrier = barrierFrom(image, (i) => (byColour[i] ?? 0) < 0.4)
  const highBarrier = Math.max(8, quantile(barrier, 0.97))
  const centred = centrePrior(width, height)
  const score = byColour.map((colour, i) => {
    const byBarrier = Math.min(1, (barrier[i] ?? 0) / highBarrier)
    return Math.min(1, Math.max(0, 0.6 * colour + 0.4 * byBarrier + 0.06 * (centred[i] ?? 0)))
  })
  const smooth = boxMean(score, width, height, 2)
  const cut = otsu(smooth)
  return smooth.map((value) => 1 / (1 + Math.exp(-12 * (value - cut))))
}

/**
 * How little a pixel's colour is explained by the border. Each side has a model of its own and a pixel counts by the
 * second that explains it: a background comes in from several sides, a subject cut off by the frame only from one.
 */
function strangeness({ width, height, lab }: LabImage, random: Random): Float32Array {
  const bySide = borderSides(width, height).map((side) => {
    const strange = new Float32Array(width * height)
    logLikelihood(fitColours(lab, side, 5, random), lab, strange)
    const usual = quantile(
      Float32Array.from(side, (i) => -(strange[i] ?? 0)),
      0.9,
    )
    return strange.map((value) => -value - usual)
  })
  return Float32Array.from({ length: width * height }, (_, i) => {
    let [least, second] = [Number.MAX_VALUE, Number.MAX_VALUE]
    for (const side of bySide) {
      const value = side[i] ?? 0
      if (value < least) [least, second] = [value, least]
      else if (value < second) second = value
    }
    return second
  })
}

function borderSides(width: number, height: number): Int32Array[] {
  const thick = Math.max(2, Math.round(Math.min(width, height) * 0.035))
  const where: ((x: number, y: number) => boolean)[] = [
    (_x, y) => y < thick,
    (_x, y) => y >= height - thick,
    (x) => x < thick,
    (x) => x >= width - thick,
  ]
  return where.map((inside) => {
    const pixels: number[] = []
    for (let i = 0; i < width * height; i++) if (inside(i % width, Math.floor(i / width))) pixels.push(i)
    return Int32Array.from(pixels)
  })
}

/** Log odds for the place alone: pictures have their subject about the middle, and rarely at the very edge. */
function centrePrior(width: number, height: number): Float32Array {
  return Float32Array.from({ length: width * height }, (_, i) => {
    const dx = ((i % width) + 0.5) / width - 0.5
    const dy = (Math.floor(i / width) + 0.5) / height - 0.5
    const edge = Math.min(0.5 - Math.abs(dx), 0.5 - Math.abs(dy))
    return 0.6 - 3.2 * (dx * dx + dy * dy) - (edge < 0.02 ? 0.5 : 0)
  })
}

function sample(x: Float32Array, random: Random, wanted: (value: number) => boolean): Int32Array {
  const found: number[] = []
  for (let i = 0; i < x.length; i++) if (wanted(x[i] ?? 0)) found.push(i)
  const most = 6000
  if (found.length <= most) return Int32Array.from(found)
  return Int32Array.from({ length: most }, () => found[Math.floor(random() * found.length)] ?? 0)
}
