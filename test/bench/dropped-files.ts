import { mkdirSync, symlinkSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { forgetPeaksOfChildren, peakBytesOfChildren } from '../engine/images/support/children-memory.ts'
import { costOf, costOfChildren } from './support/cost.ts'
import { type Photo, photographs, photosAreOf } from './support/photos.ts'
import { pictureBench } from './support/picture-bench.ts'
import { type PracticeProcess, startPracticeProcess } from './support/practice-process.ts'
import { startWindowEngine } from './support/window-engine.ts'

const count = 500
const cores = availableParallelism()
/** Of all that the cores could do: the service beside the app is one of those who do it. */
const busyShare = 0.8
const worker = 'image-worker'

interface Dropped {
  wallMs: number
  /** Of main, the engine's thread, the image workers and practice. */
  cpuMs: number
  /** The largest image worker's, while the first half was prepared and while the second was. */
  peaks: [first: number, second: number]
  mainDelayP99: number
}

/** All at once, and scrolled through while they are ordered: looked at, a thumbnail of each, prepared, uploaded, home. */
async function drop(practice: PracticeProcess, folder: string, home: string): Promise<Dropped> {
  const done = Promise.withResolvers<void>()
  const [prepared, ended] = [new Set<string>(), new Set<string>()]
  const seen: Promise<void>[] = []
  let thumbnails: string[] = []
  let firstPeak = 0
  const show = async (address: string): Promise<void> => {
    const picture = await engine.link.call('picture', { address })
    if (!picture.ok || picture.value === null) throw new Error(`no thumbnail at ${address}`)
  }
  const onPrepared = (): void => {
    const next = thumbnails[prepared.size - 1]
    if (next !== undefined) seen.push(show(next))
    if (prepared.size !== count / 2) return
    firstPeak = peakBytesOfChildren(worker)
    forgetPeaksOfChildren(worker)
  }
  const onState = (id: string, state: string): void => {
    if (state === 'queued' || state === 'preparing') return
    const before = prepared.size
    if (prepared.add(id).size > before) onPrepared()
    if (state === 'completed' && ended.add(id).size === count) done.resolve()
  }
  const engine = startWindowEngine(practice, home, onState, done.reject)
  try {
    let cpuMs = 0
    const { wallMs, cpuMs: own } = await costOf(async () => {
      const ofChildren = await costOfChildren(async () => {
        const files = await engine.link.call('files.inspect', { files: [folder] })
        if (!files.ok) throw new Error(files.message)
        const problem = files.value.find((file) => file.problem !== null)?.problem
        if (files.value.length !== count || problem) throw new Error(problem ?? `${files.value.length} files`)
        thumbnails = files.value.map(({ thumbnail }) => thumbnail?.replace('printroom://', '') ?? '')
        await engine.orderCutouts(files.value.map(({ path }) => path))
        await done.promise
        await Promise.all(seen)
      })
      cpuMs = ofChildren.cpuMs
    })
    const peaks: Dropped['peaks'] = [firstPeak, peakBytesOfChildren(worker)]
    return { wallMs, cpuMs: cpuMs + own, peaks, mainDelayP99: engine.mainDelayP99() }
  } finally {
    await engine.close()
  }
}

export const droppedFiles = pictureBench('dropped-files', [photographs], async (folder, photos) => {
  const dropped = join(folder, 'dropped')
  mkdirSync(dropped)
  // Names of their own for the same few photos: what is kept by content would need as many gigabytes.
  for (let n = 0; n < count; n += 1) symlinkSync(pathOf(photos, n), join(dropped, `photo-${n}.jpg`))
  const practice = await startPracticeProcess()
  const { wallMs, cpuMs, peaks, mainDelayP99 } = await drop(practice, dropped, join(folder, 'home')).finally(() =>
    practice.close(),
  )
  const inWords = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  const work = `${count} photos dropped at once, seen and cut out`
  return [
    {
      work: `${work}: the image workers' largest peak in the second half`,
      beside: 'in the first half',
      ratio: peaks[1] / peaks[0],
      goal: { atMost: 1.1 },
      detail: `${inWords(peaks[1])} beside ${inWords(peaks[0])}; ${photosAreOf}`,
    },
    {
      work: `${work}: cores busy, of ${cores}`,
      beside: 'the clock',
      ratio: cpuMs / wallMs,
      goal: { atLeast: busyShare * cores },
      detail: `${(cpuMs / 1000).toFixed(0)} s of processor in ${(wallMs / 1000).toFixed(0)} s, ${((count * 1000) / wallMs).toFixed(1)} photos a second, practice's work among it`,
    },
    {
      work: 'main’s event loop meanwhile, 99th percentile of its delay',
      beside: '16 ms',
      ratio: mainDelayP99 / 16,
      goal: { atMost: 1 },
      detail: `${mainDelayP99.toFixed(1)} ms`,
    },
  ]
})

const pathOf = (photos: Photo[], n: number): string => photos[n % photos.length]?.path ?? ''
