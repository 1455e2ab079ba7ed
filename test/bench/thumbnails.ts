import { join } from 'node:path'
import { type Cost, costOf, sumOf } from './support/cost.ts'
import { withImages } from './support/image-pool.ts'
import { inTurns, ratiosOf } from './support/measure.ts'
import { type Photo, photographs } from './support/photos.ts'
import { inFolder, pictureBench } from './support/picture-bench.ts'
import { vipsThumbnail } from './support/vipsthumbnail.ts'

/** Of all. */
const visibleShare = 0.1
const edge = 256
const rounds = 3

/** The last ones are the ones looked at; answers which share of the time they took. */
async function ours(photos: Photo[], folder: string): Promise<number> {
  return withImages(folder, async (images) => {
    const began = performance.now()
    let seen = 0
    await Promise.all(
      photos.map(async ({ path }, n) => {
        const isVisible = n >= photos.length * (1 - visibleShare)
        await images.thumbnail(path, join(folder, `${n}.webp`), edge, { priority: isVisible ? 'visible' : 'bulk' })
        if (isVisible) seen = performance.now() - began
      }),
    )
    return seen / (performance.now() - began)
  })
}

export const thumbnails = pictureBench(
  'thumbnails',
  [vipsThumbnail, photographs],
  async ({ folder, effort }, vips, few) => {
    const count = effort(200, 60)
    const photos = Array.from({ length: count }, (_, n) => few[n % few.length]).filter((photo) => photo !== undefined)
    const shares: number[] = []
    const { own, theirs } = await inTurns(rounds, {
      own: () => inFolder(join(folder, 'own'), (place) => costOf(async () => shares.push(await ours(photos, place)))),
      theirs: () =>
        inFolder(join(folder, 'theirs'), (place) => {
          const output = join(place, '%s.webp[Q=80,effort=1,strip]')
          const files = photos.map(({ path }) => path)
          return costOf(() => vips.run(2, files, { size: `${edge}x${edge}>`, output }))
        }),
    })
    const [we, they] = [sumOf(own), sumOf(theirs)]
    const each = ({ cpuMs }: Cost) => `${(cpuMs / rounds / count).toFixed(0)} ms`
    const speed = ({ wallMs }: Cost) => `${((count * rounds * 1000) / wallMs).toFixed(0)} a second`
    return [
      {
        work: `${count} thumbnails of 256 px from photos of 12 to 61 MP: processor time`,
        beside: 'two vipsthumbnail processes',
        ratio: we.cpuMs / they.cpuMs,
        rounds: ratiosOf(
          own.map(({ cpuMs }) => cpuMs),
          theirs.map(({ cpuMs }) => cpuMs),
        ),
        goal: { atMost: 0.7 },
        detail: `${each(we)} beside ${each(they)} each; ${speed(we)} beside ${speed(they)}`,
      },
      {
        work: `the ${count * visibleShare} of them that are looked at, asked for last`,
        beside: 'the time of all',
        ratio: Math.max(...shares),
        rounds: shares,
        goal: { atMost: 0.2 },
        detail: shares.map((share) => `${(share * 100).toFixed(0)} %`).join(', '),
      },
    ]
  },
)
