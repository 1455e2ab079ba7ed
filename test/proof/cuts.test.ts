import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Images } from '../../src/engine/images/port.ts'
import { disc } from '../practice/support/images.ts'
import { startImages } from '../support/image-worker.ts'
import { CutLine } from './support/cut-line.ts'
import { type CutOperation, orderOne, paid, Readings } from './support/cut-operations.ts'
import { type Counted, type Direction, ways } from './support/cutting-proxy.ts'
import { temporaryFolder } from './support/remote.ts'
import { row } from './support/row.ts'

/** After so many of them a line is made new: the service counts what a day may bring. */
const ordersALine = 60
const casesALine = 300
/** Of a body; heads are cut at every byte. */
const bodyBytes = 4096

interface Place {
  line: CutLine
  readings: Readings
  operations: CutOperation[]
  cases: number
}

let picture: Buffer = Buffer.alloc(0)
let folder = ''
let images: Images
const free: Place[] = []

beforeAll(async () => {
  folder = temporaryFolder()
  picture = await disc()
  writeFileSync(join(folder, 'disc.png'), picture)
  images = startImages(join(folder, 'prepared'))
})
afterAll(async () => {
  for (const place of free) await leave(place)
  await images.close()
  rmSync(folder, { recursive: true, force: true })
})

async function newPlace(): Promise<Place> {
  const line = await CutLine.open(images, picture)
  const readings = new Readings(line, picture)
  const file = join(folder, 'disc.png')
  const done = { generation: await orderOne(line, 'picture', file), poster: await orderOne(line, 'poster', file) }
  return { line, readings, operations: [...(await readings.all(done)), ...paid(line, file)], cases: 0 }
}

async function leave({ line, readings }: Place): Promise<void> {
  await readings.close()
  await line.close()
}

interface Slot {
  operation: number
  direction: Direction
  /** From none of its bytes to all that are looked at. */
  places: number
}

/** How many bytes each operation has, each way, over a whole line. */
async function census(): Promise<Slot[]> {
  const place = free.pop() ?? (await newPlace())
  const slots: Slot[] = []
  for (const [operation, { begins, run, name }] of place.operations.entries()) {
    const counted: Counted = place.line.proxy.count(begins)
    const wrongs = await run()
    place.line.proxy.mend()
    if (wrongs.length > 0 || counted.down === 0) throw new Error(`${name}, whole: ${wrongs.join('; ')}`)
    for (const direction of ['up', 'down'] as const)
      slots.push({ operation, direction, places: Math.min(counted[direction], bodyBytes + 400) + 1 })
  }
  free.push(place)
  return slots
}

let counting: Promise<Slot[]> | null = null
const slots = (): Promise<Slot[]> => {
  counting ??= census()
  return counting
}

row(
  {
    name: 'cuts',
    title:
      'wherever the line breaks within an exchange, the answer is the right one or none, and a paid order ends with one charge (I1, I3, I5, O58, O59, O88)',
    small: async () => firstsOf(await slots()),
    large: async () => (await slots()).reduce((sum, { places }) => sum + places * ways.length, firstsOf(await slots())),
    atOnce: 4,
    // Most of a case is waiting for a socket to time out.
    atOnceAlone: 64,
  },
  async ({ index }) => {
    const { operation, direction, after, how } = slotAt(await slots(), index)
    const place = free.pop() ?? (await newPlace())
    let isWhole = false
    try {
      const { name, begins, run, again } = place.operations[operation] ?? lost()
      const cut = place.line.proxy.cut({ begins, direction, after, how })
      const words = `${name}, ${how} after ${after} bytes ${direction}`
      const wrongs = await run()
      // A connection that the cut before has broken may be used once more, and breaks before anything has left.
      for (let tries = 0; !cut.isDone() && tries < 5; tries += 1) wrongs.push(...(await run()))
      if (!cut.isDone()) wrongs.push('the line was never cut')
      place.line.proxy.mend()
      wrongs.push(...(await again()))
      if (wrongs.length > 0) throw new Error(`${words}: ${wrongs.join('; ')}`)
      place.cases += 1
      isWhole = place.line.orders < ordersALine && place.cases < casesALine
    } finally {
      if (isWhole) free.push(place)
      else await leave(place)
    }
  },
)

/** Each operation in each direction broken in each way, somewhere: what `npm test` tries. */
const firstsOf = (all: Slot[]): number => all.length * ways.length

function slotAt(all: Slot[], index: number): Omit<Slot, 'places'> & { after: number; how: (typeof ways)[number] } {
  const later = index - firstsOf(all)
  if (later < 0) {
    const { places, ...slot } = all[index % all.length] ?? lost()
    return { ...slot, after: (37 * index) % places, how: ways[Math.floor(index / all.length)] ?? 'close' }
  }
  let at = Math.floor(later / ways.length)
  const how = ways[(later + at) % ways.length] ?? 'close'
  for (const { places, ...slot } of all) {
    if (at < places) return { ...slot, after: at, how }
    at -= places
  }
  return lost()
}

function lost(): never {
  throw new Error('there is no such case')
}
