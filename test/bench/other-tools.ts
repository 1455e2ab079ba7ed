import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { inLanes } from '../support/lanes.ts'
import { type Cost, costOf, sumOf } from './support/cost.ts'
import { debianPackages } from './support/debian.ts'
import { withImages } from './support/image-pool.ts'
import { inTurns, ratiosOf } from './support/measure.ts'
import { photographs } from './support/photos.ts'
import { pictureBench } from './support/picture-bench.ts'

/** The first of the forty; it takes so long that a few are enough. */
const few = 4
const rounds = 3
const [edge, quality] = [4096, 90]

interface Tool {
  name: string
  /** One photo, in a process of its own. */
  command: (path: string, out: string) => [program: string, args: string[], env: NodeJS.ProcessEnv]
}

function imageMagick(): Tool | { missing: string } {
  const unpacked = debianPackages('imagemagick')
  if ('missing' in unpacked) return unpacked
  const { folder, env } = unpacked
  const own = join(folder, 'usr/bin/convert-im6.q16')
  const program = existsSync(own) ? own : 'convert'
  const modules = folderBelow(join(folder, 'usr/lib'), 'coders')
  const settings = join(folder, 'etc/ImageMagick-6')
  const own6 = existsSync(own) ? { MAGICK_CODER_MODULE_PATH: modules, MAGICK_CONFIGURE_PATH: settings } : {}
  const resize = ['-auto-orient', '-resize', `${edge}x${edge}>`, '-strip', '-quality', String(quality)]
  return {
    name: 'ImageMagick 6 (convert, as many processes as cores)',
    command: (path, out) => [program, [path, ...resize, out], { ...env, ...own6, MAGICK_THREAD_LIMIT: '1' }],
  }
}

function folderBelow(place: string, name: string): string {
  if (!existsSync(place)) return ''
  const found = readdirSync(place, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(`/${name}`))
  return found === undefined ? '' : join(place, found)
}

async function runAll({ command }: Tool, paths: string[], folder: string): Promise<void> {
  await inLanes(availableParallelism(), paths.length, async (n) => {
    const out = join(folder, `${n}.jpg`)
    const [program, args, env] = command(paths[n] ?? '', out)
    const [status] = await once(spawn(program, args, { env, stdio: 'ignore' }), 'close')
    if (status !== 0 || !existsSync(out)) throw new Error(`${program} ended with ${status}`)
  })
}

export const otherTools = pictureBench('other-tools', [imageMagick, photographs], async ({ folder }, tool, photos) => {
  // It converts no colours by itself: only photos that need no conversion are the same work.
  const paths = photos
    .filter(({ isWide }) => !isWide)
    .slice(0, few)
    .map(({ path }) => path)
  const limits = { maxEdge: edge, maxBytes: 64 * 2 ** 20 }
  const { own, others } = await inTurns(rounds, {
    own: () =>
      costOf(() =>
        withImages(folder, (images) => Promise.all(paths.map((path) => images.prepareReference(path, limits)))),
      ),
    others: () => costOf(() => runAll(tool, paths, folder)),
  })
  const [we, they] = [sumOf(own), sumOf(others)]
  return [
    {
      work: `${few} photos to references: processor time`,
      beside: tool.name,
      ratio: we.cpuMs / they.cpuMs,
      rounds: ratiosOf(
        own.map(({ cpuMs }) => cpuMs),
        others.map(({ cpuMs }) => cpuMs),
      ),
      goal: null,
      detail: inWords(we, they),
    },
  ]
})

function inWords(own: Cost, other: Cost): string {
  const each = ({ cpuMs }: Cost) => `${(cpuMs / few / rounds).toFixed(0)} ms`
  return `${each(own)} beside ${each(other)} each; ${(other.wallMs / own.wallMs).toFixed(1)} times as fast by the clock`
}
