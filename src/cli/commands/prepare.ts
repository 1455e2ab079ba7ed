import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { isAddress } from '../../domain/form/address.ts'
import { resizeNote } from '../../domain/form/original.ts'
import { createImages } from '../../engine/images/client.ts'
import type { Images } from '../../engine/images/port.ts'
import { forkImageWorker } from '../../engine/images/spawn.ts'
import { sanitizeText } from '../../engine/platform/text.ts'
import { workFolder } from '../../engine/platform/work-folder.ts'
import { cutOffWords, openOut } from '../../engine/sources/inspector.ts'
import { UsageError } from '../arguments.ts'
import { type Context, entryFiles } from '../context.ts'
import { openFolder, refuseNoFile } from '../copies.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { InOrder } from '../in-order.ts'
import type { Output } from '../output.ts'
import { type FileReport, forReference, forUpscale, notMade, type Purpose, toldOrRefused } from '../prepared-file.ts'
import { onStop } from '../stop-signals.ts'

/** A file that takes longer is told when it is done, and not in its place. */
const lateMs = 2_000
/** One that takes its time leaves room for the others. */
const leastLanes = 2

/** A worker, and the folder in which it leaves its files until they are copied. */
interface Lane {
  images: Images
  folder: string
}

interface Asked {
  purpose: Purpose
  isCopyWanted: boolean
  /** Of `--out`. */
  folder: string
}

/** Local preparation only: no service, no home, nothing sent. */
export async function prepareCommand({ args, output, ownPlaces }: Context): Promise<ExitStatus> {
  const { out, for: purpose, reencode: isCopyWanted = false } = args.values
  const files = args.words.slice(1)
  if (purpose !== 'reference' && purpose !== 'upscale')
    throw new UsageError('prepare needs --for reference or --for upscale.')
  if (isCopyWanted && purpose !== 'upscale') throw new UsageError('--reencode goes with --for upscale.')
  if (out === undefined) throw new UsageError('prepare needs --out DIR.')
  if (files.length === 0) throw new UsageError('prepare needs a file.')
  const address = files.find(isAddress)
  if (address !== undefined) throw new UsageError(`prepare takes files of this computer; “${address}” is an address.`)
  const folder = await openFolder(out, ownPlaces([]))
  const lanes = makeLanes()
  const stopping = onStop(() => void closeAll(lanes))
  try {
    return await prepareAll(files, lanes, { purpose, isCopyWanted, folder }, output, stopping)
  } catch (error) {
    if (!stopping.isStopped) throw error
    return stopped(output)
  } finally {
    await closeAll(lanes)
    stopping.end()
  }
}

async function prepareAll(
  files: string[],
  lanes: [Lane, ...Lane[]],
  asked: Asked,
  output: Output,
  stopping: { readonly isStopped: boolean },
): Promise<ExitStatus> {
  let isCutOff = false
  const sources = await openOut(
    files.map((file) => resolve(file)),
    lanes[0].images.files,
    () => {
      isCutOff = true
    },
  )
  refuseNoFile(sources)
  const order = new InOrder(lateMs)
  const decisions = new Set<string>()
  let next = 0
  const work = async (lane: Lane): Promise<void> => {
    while (next < sources.length) {
      const place = next
      next += 1
      const source = sources[place]
      if (source === undefined) return
      order.begin(place)
      const told = await prepareOne(source, lane, asked, stopping)
      if (told === null) return
      decisions.add(told.line.decision)
      order.done(place, () => tell(source, told, output))
    }
  }
  await Promise.all(lanes.map(work))
  if (stopping.isStopped) return stopped(output)
  if (isCutOff) output.say(`${cutOffWords} Prepare the rest by itself.`)
  output.result([])
  if (decisions.has('needs-url')) return exitStatus.decision
  return decisions.has('refused') || isCutOff ? exitStatus.failed : exitStatus.done
}

/** Null: somebody stopped it meanwhile. */
async function prepareOne(
  source: string,
  { images, folder: own }: Lane,
  { purpose, isCopyWanted, folder }: Asked,
  stopping: { readonly isStopped: boolean },
): Promise<FileReport | null> {
  if (stopping.isStopped) return null
  const made = await (purpose === 'reference'
    ? forReference(source, images)
    : forUpscale(source, images, isCopyWanted)
  ).catch((error: unknown) => notMade(error instanceof Error ? error.message : 'It could not be prepared.'))
  if (stopping.isStopped) return null
  const told = await toldOrRefused(source, made, purpose, folder)
  for (const name of readdirSync(own)) rmSync(join(own, name), { recursive: true, force: true })
  return told
}

function tell(source: string, { line, message, willAskResize }: FileReport, output: Output): void {
  output.line({ event: 'prepared', source, ...line })
  output.say(message)
  const resize = resizeNote(willAskResize ? [sanitizeText(basename(source))] : [], false)
  if (resize !== null) output.say(resize)
}

function stopped(output: Output): ExitStatus {
  output.say(
    'Stopped. What was told is whole in its folder; of the rest nothing was kept. Nothing was sent or charged.',
  )
  output.result([])
  return exitStatus.failed
}

/** Nobody's home: what is wanted of it is copied to the folder of --out. Each with a folder of its own, so that none clears what another one’s copy is made of. */
function makeLanes(): [Lane, ...Lane[]] {
  const make = (n: number): Lane => {
    const folder = join(workFolder(), String(n))
    mkdirSync(folder)
    const spawn = forkImageWorker({ nodePath: process.execPath, entry: entryFiles.imageWorker, writable: [folder] })
    return { folder, images: createImages({ spawn, outputFolder: folder, workers: 1 }) }
  }
  const others = Math.max(leastLanes, availableParallelism()) - 1
  return [make(0), ...Array.from({ length: others }, (_, n) => make(n + 1))]
}

const closeAll = (lanes: Lane[]): Promise<unknown> => Promise.all(lanes.map(({ images }) => images.close()))
