import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Preparation } from '../../src/engine/images/answers.ts'
import { inLanes } from '../support/lanes.ts'
import { type Cost, costOf, sumOf } from './support/cost.ts'
import { withImages } from './support/image-pool.ts'
import { inTurns, type Measured, ratiosOf } from './support/measure.ts'
import { openSharp as sharp } from './support/open-sharp.ts'
import { type Photo, photographs, photosAreOf } from './support/photos.ts'
import { inFolder, pictureBench } from './support/picture-bench.ts'
import { type VipsThumbnail, vipsThumbnail } from './support/vipsthumbnail.ts'

const rounds = 3
const maxEdge = 4096
const quality = 90
/** Without the step down to 3 MiB. */
const limits = { maxEdge, maxBytes: 64 * 2 ** 20 }

async function ours(photos: Photo[], folder: string): Promise<void> {
  const prepared = await withImages(folder, (images) =>
    Promise.all(photos.map(({ path }) => images.prepareReference(path, limits))),
  )
  prepared.forEach(requireEncoded)
}

function requireEncoded(answer: Preparation): void {
  if (answer.decision !== 'encoded' || answer.quality !== quality || answer.chroma !== '4:4:4')
    throw new Error(
      `not as asked: ${answer.decision === 'encoded' ? `${answer.quality}, ${answer.chroma}` : answer.decision}`,
    )
}

const theirs = (vips: VipsThumbnail, photos: Photo[], folder: string): Promise<void> =>
  // All colour is kept on all three sides.
  vips.run(
    2,
    photos.map(({ path }) => path),
    {
      size: `${maxEdge}x${maxEdge}>`,
      output: join(folder, `%s.jpg[Q=${quality},strip,subsample-mode=off]`),
    },
  )

/** The same calls of sharp, and nothing else: no queue, no process, no hash, no sync, no report. */
function bare(photos: Photo[], folder: string): Promise<void> {
  return inLanes(availableParallelism(), photos.length, async (n) => {
    const photo = photos[n]
    if (!photo) return
    const source = sharp(await readFile(photo.path), { failOn: 'warning', ignoreIcc: photo.isWide })
    const small = source.autoOrient().resize(maxEdge, maxEdge, { fit: 'inside', withoutEnlargement: true })
    // Display P3 in two passes: speed.md.
    const upright = photo.isWide ? sharp(await small.keepIccProfile().tiff({ compression: 'none' }).toBuffer()) : small
    const encoded = upright.jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding: false })
    await writeFile(join(folder, `${n}.jpg`), await encoded.toBuffer())
  })
}

export const references = pictureBench(
  'references',
  [vipsThumbnail, photographs],
  async ({ folder, effort }, vips, all) => {
    const photos = all.slice(0, effort(all.length, 6))
    const inPlace = (work: (photos: Photo[], place: string) => Promise<void>) => () =>
      inFolder(join(folder, 'out'), (place) => costOf(() => work(photos, place)))
    const costs = await inTurns(rounds, {
      own: inPlace(ours),
      vips: inPlace((some, place) => theirs(vips, some, place)),
      loop: inPlace(bare),
    })
    return linesOf(costs, photos.length)
  },
)

function linesOf(costs: Record<'own' | 'vips' | 'loop', Cost[]>, each: number): Measured[] {
  const work = `${each} photos to references (4096 px, sRGB, quality 90), all cores`
  const [own, vips, loop] = [sumOf(costs.own), sumOf(costs.vips), sumOf(costs.loop)]
  const count = each * rounds
  const of = (what: keyof Cost, ours: Cost[], others: Cost[]) =>
    ratiosOf(
      ours.map((cost) => cost[what]),
      others.map((cost) => cost[what]),
    )
  const speed = ({ wallMs }: Cost) => `${((count * 1000) / wallMs).toFixed(2)} a second`
  const cpu = ({ cpuMs }: Cost) => `${(cpuMs / count).toFixed(0)} ms of processor each`
  return [
    {
      work: `${work}: throughput`,
      beside: 'two vipsthumbnail processes',
      ratio: vips.wallMs / own.wallMs,
      rounds: of('wallMs', costs.vips, costs.own),
      goal: { atLeast: 2 },
      detail: `${speed(own)} beside ${speed(vips)}, ${rounds} rounds in turns; ${photosAreOf}`,
    },
    {
      work: `${work}: processor time`,
      beside: 'two vipsthumbnail processes',
      ratio: own.cpuMs / vips.cpuMs,
      rounds: of('cpuMs', costs.own, costs.vips),
      goal: { atMost: 0.45 },
      detail: `${cpu(own)} beside ${cpu(vips)}`,
    },
    {
      work: `${work}: throughput`,
      beside: 'a bare loop of sharp with our settings',
      ratio: loop.wallMs / own.wallMs,
      rounds: of('wallMs', costs.loop, costs.own),
      goal: { atLeast: 0.95 },
      detail: `${speed(own)} beside ${speed(loop)}`,
    },
    {
      work: `${work}: processor time`,
      beside: 'a bare loop of sharp with our settings',
      ratio: own.cpuMs / loop.cpuMs,
      rounds: of('cpuMs', costs.own, costs.loop),
      goal: { atMost: 1.05 },
      detail: `${cpu(own)} beside ${cpu(loop)}`,
    },
  ]
}
