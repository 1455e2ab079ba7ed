import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { inLanes } from '../support/lanes.ts'
import { type Cost, costOf } from './support/cost.ts'
import { debianPackages } from './support/debian.ts'
import { withImages } from './support/image-pool.ts'
import type { Measured } from './support/measure.ts'
import { photographs } from './support/photos.ts'
import { pictureBench } from './support/picture-bench.ts'
import { cacheDir } from './support/places.ts'

/** The first of the forty; the others take so long that a few are enough. */
const few = 4
/** Larger ones end jimp's process. */
const mostMegapixels = 34
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

/** In a folder of its own, pinned by its own lockfile: whoever installs Printroom does not get it. */
function jimp(): Tool | { missing: string } {
  const folder = join(cacheDir, 'jimp')
  if (!existsSync(join(folder, 'node_modules/jimp'))) {
    mkdirSync(folder, { recursive: true })
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(join(import.meta.dirname, 'jimp', name), join(folder, name))
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
    if (status !== 0) return { missing: `jimp: npm ci ended with status ${status}` }
  }
  const entry = join(folder, 'node_modules/jimp/dist/esm/index.js')
  if (!existsSync(entry)) return { missing: 'jimp: not where it was expected' }
  const main = join(import.meta.dirname, 'support/jimp-main.ts')
  return {
    name: 'jimp (as many processes as cores)',
    command: (path, out) => [process.execPath, [main, entry, path, out, String(edge), String(quality)], process.env],
  }
}

async function runAll({ command }: Tool, paths: string[], folder: string): Promise<void> {
  await inLanes(availableParallelism(), paths.length, async (n) => {
    const out = join(folder, `${n}.jpg`)
    const [program, args, env] = command(paths[n] ?? '', out)
    const [status] = await once(spawn(program, args, { env, stdio: 'ignore' }), 'close')
    if (status !== 0 || !existsSync(out)) throw new Error(`${program} ended with ${status}`)
  })
}

export const otherTools = pictureBench('other-tools', [photographs], async (folder, photos) => {
  // They convert no colours by themselves: only photos that need no conversion are the same work.
  const paths = photos
    .filter(({ isWide, megapixels }) => !isWide && megapixels <= mostMegapixels)
    .slice(0, few)
    .map(({ path }) => path)
  const limits = { maxEdge: edge, maxBytes: 64 * 2 ** 20 }
  const own = await costOf(() =>
    withImages(folder, (images) => Promise.all(paths.map((path) => images.prepareReference(path, limits)))),
  )
  const lines: Measured[] = []
  for (const tool of [imageMagick(), jimp()]) {
    const work = `${few} photos to references: processor time`
    if ('missing' in tool) {
      lines.push({ work, beside: `not measured: ${tool.missing}`, ratio: Number.NaN, goal: null, detail: '–' })
      continue
    }
    const cost = await costOf(() => runAll(tool, paths, folder))
    lines.push({ work, beside: tool.name, ratio: own.cpuMs / cost.cpuMs, goal: null, detail: inWords(own, cost) })
  }
  return lines
})

function inWords(own: Cost, other: Cost): string {
  const each = ({ cpuMs }: Cost) => `${(cpuMs / few).toFixed(0)} ms`
  return `${each(own)} beside ${each(other)} each; ${(other.wallMs / own.wallMs).toFixed(1)} times as fast by the clock`
}
