import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { inLanes } from '../support/lanes.ts'
import { type Cost, costOf, sumOf } from './support/cost.ts'
import { withImages } from './support/image-pool.ts'
import { inTurns, ratiosOf } from './support/measure.ts'
import { photographs } from './support/photos.ts'
import { inFolder, pictureBench } from './support/picture-bench.ts'
import { vipsThumbnail } from './support/vipsthumbnail.ts'

const rounds = 3
const [maxEdge, quality] = [4096, 90]
const limits = { maxEdge, maxBytes: 64 * 2 ** 20 }

/** A batch as a shell script does it: a new process of libvips' own program for each file, as many at once as cores. */
export const processAFile = pictureBench(
  'process-a-file',
  [vipsThumbnail, photographs],
  async ({ folder, effort }, vips, all) => {
    const photos = all.slice(0, effort(all.length, 6))
    const { own, others } = await inTurns(rounds, {
      own: () =>
        costOf(() =>
          withImages(folder, (images) => Promise.all(photos.map(({ path }) => images.prepareReference(path, limits)))),
        ),
      others: () =>
        inFolder(join(folder, 'out'), (place) =>
          costOf(() =>
            inLanes(availableParallelism(), photos.length, (n) =>
              vips.run(1, [photos[n]?.path ?? ''], {
                size: `${maxEdge}x${maxEdge}>`,
                output: join(place, `%s.jpg[Q=${quality},strip,subsample-mode=off]`),
              }),
            ),
          ),
        ),
    })
    const [we, they] = [sumOf(own), sumOf(others)]
    const each = ({ cpuMs }: Cost) => `${(cpuMs / rounds / photos.length).toFixed(0)} ms`
    return [
      {
        work: `${photos.length} photos to references: processor time`,
        beside: 'a process of vipsthumbnail for each, as many at once as cores',
        ratio: we.cpuMs / they.cpuMs,
        rounds: ratiosOf(
          own.map(({ cpuMs }) => cpuMs),
          others.map(({ cpuMs }) => cpuMs),
        ),
        goal: null,
        detail: `${each(we)} beside ${each(they)} each; ${(they.wallMs / we.wallMs).toFixed(1)} times as fast by the clock`,
      },
    ]
  },
)
