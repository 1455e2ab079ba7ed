import { mkdirSync, symlinkSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { forgetPeaksOfChildren, peakBytesOfChildren } from '../engine/images/support/children-memory.ts'
import { cpuMsOfAll } from './support/cost.ts'
import { type Measured, ratiosOf } from './support/measure.ts'
import { type Photo, photographs, photosAreOf } from './support/photos.ts'
import { pictureBench } from './support/picture-bench.ts'
import { type PracticeProcess, startPracticeProcess } from './support/practice-process.ts'
import { startWindowEngine } from './support/window-engine.ts'

/** Of the photos, one after the other: what is looked at in each. */
const parts = 6
const cores = availableParallelism()
/** Of all that the cores could do: the service beside the app is one of those who do it. */
const busyShare = 0.8
const worker = 'image-worker'

/** While a part of them was prepared. */
interface Part {
  wallMs: number
  /** Of main, the engine's thread, the image workers and practice. */
  cpuMs: number
  /** The largest image worker's, bytes. */
  peak: number
  mainDelayP99: number
}

/** All at once, and scrolled through while they are ordered: looked at, a thumbnail of each, prepared, uploaded, home. */
async function drop(practice: PracticeProcess, folder: string, home: string, count: number): Promise<Part[]> {
  const done = Promise.withResolvers<void>()
  const [prepared, ended] = [new Set<string>(), new Set<string>()]
  const seen: Promise<void>[] = []
  const measured: Part[] = []
  let thumbnails: string[] = []
  let [began, cpuBefore] = [performance.now(), cpuMsOfAll()]
  const show = async (address: string): Promise<void> => {
    const picture = await engine.link.call('picture', { address })
    if (!picture.ok || picture.value === null) throw new Error(`no thumbnail at ${address}`)
  }
  const endPart = (): void => {
    const [now, cpuMs] = [performance.now(), cpuMsOfAll()]
    const [peak, mainDelayP99] = [peakBytesOfChildren(worker), engine.takeMainDelayP99()]
    measured.push({ wallMs: now - began, cpuMs: cpuMs - cpuBefore, peak, mainDelayP99 })
    ;[began, cpuBefore] = [now, cpuMs]
    forgetPeaksOfChildren(worker)
  }
  const onPrepared = (): void => {
    const next = thumbnails[prepared.size - 1]
    if (next !== undefined) seen.push(show(next))
    if (prepared.size === Math.floor(((measured.length + 1) * count) / parts) && measured.length < parts - 1) endPart()
  }
  const onState = (id: string, state: string): void => {
    if (state === 'queued' || state === 'preparing') return
    const before = prepared.size
    if (prepared.add(id).size > before) onPrepared()
    if (state === 'completed' && ended.add(id).size === count) done.resolve()
  }
  const engine = startWindowEngine(practice, home, onState, done.reject)
  try {
    const files = await engine.link.call('files.inspect', { files: [folder] })
    if (!files.ok) throw new Error(files.message)
    const problem = files.value.find((file) => file.problem !== null)?.problem
    if (files.value.length !== count || problem) throw new Error(problem ?? `${files.value.length} files`)
    thumbnails = files.value.map(({ thumbnail }) => thumbnail?.replace('printroom://', '') ?? '')
    await engine.orderCutouts(files.value.map(({ path }) => path))
    await done.promise
    await Promise.all(seen)
    endPart()
    return measured
  } finally {
    await engine.close()
  }
}

export const droppedFiles = pictureBench('dropped-files', [photographs], async ({ folder, effort }, photos) => {
  const count = effort(500, 60)
  const dropped = join(folder, 'dropped')
  mkdirSync(dropped)
  // Names of their own for the same few photos: what is kept by content would need as many gigabytes.
  for (let n = 0; n < count; n += 1) symlinkSync(pathOf(photos, n), join(dropped, `photo-${n}.jpg`))
  const practice = await startPracticeProcess()
  const measured = await drop(practice, dropped, join(folder, 'home'), count).finally(() => practice.close())
  return linesOf(measured, count)
})

function linesOf(measured: Part[], count: number): Measured[] {
  const inWords = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  const sum = (of: 'wallMs' | 'cpuMs') => measured.reduce((all, part) => all + part[of], 0)
  const peaks = measured.map(({ peak }) => peak)
  const [first, second] = [peaks.slice(0, parts / 2), peaks.slice(parts / 2)]
  const delays = measured.map(({ mainDelayP99 }) => mainDelayP99)
  const work = `${count} photos dropped at once, seen and cut out`
  return [
    {
      work: `${work}: the image workers' largest peak in the second half`,
      beside: 'in the first half',
      ratio: Math.max(...second) / Math.max(...first),
      rounds: ratiosOf(second, first),
      goal: { atMost: 1.1 },
      detail: `${inWords(Math.max(...second))} beside ${inWords(Math.max(...first))}; ${photosAreOf}`,
    },
    {
      work: `${work}: cores busy, of ${cores}`,
      beside: 'the clock',
      ratio: sum('cpuMs') / sum('wallMs'),
      rounds: measured.map(({ cpuMs, wallMs }) => cpuMs / wallMs),
      goal: { atLeast: busyShare * cores },
      detail: `${(sum('cpuMs') / 1000).toFixed(0)} s of processor in ${(sum('wallMs') / 1000).toFixed(0)} s, ${((count * 1000) / sum('wallMs')).toFixed(1)} photos a second, practice's work among it`,
    },
    {
      work: 'main’s event loop meanwhile, 99th percentile of its delay',
      beside: '16 ms',
      ratio: Math.max(...delays) / 16,
      rounds: delays.map((ms) => ms / 16),
      goal: { atMost: 1 },
      detail: `${Math.max(...delays).toFixed(1)} ms in the worst sixth of them`,
    },
  ]
}

const pathOf = (photos: Photo[], n: number): string => photos[n % photos.length]?.path ?? ''
