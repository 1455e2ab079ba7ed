import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { engineCalls } from '../../src/engine/api/calls.ts'
import type { EngineCalls } from '../../src/engine/api/engine-calls.ts'
import type { Engine } from '../../src/engine/engine.ts'
import type { Images } from '../../src/engine/images/port.ts'
import { startImages } from '../support/image-worker.ts'
import { openEngine } from '../support/open-engine.ts'
import { type Ending, type WholeMedia, wholeMedia, wrongEndings } from '../support/whole-media.ts'
import { patience } from './support/cut-line.ts'
import { oneOfEachFirst } from './support/one-of-each.ts'
import { order } from './support/operations.ts'
import { Remote, temporaryFolder } from './support/remote.ts'
import { row } from './support/row.ts'
import { WrongMedia } from './support/wrong-media.ts'

interface Case {
  whole: WholeMedia
  wrong: Ending
  saysLength: boolean
}

let folder = ''
let remote: Remote
let front: WrongMedia
let images: Images
let engine: Engine
let calls: EngineCalls

beforeAll(async () => {
  folder = temporaryFolder()
  front = new WrongMedia()
  const url = await front.open()
  remote = await Remote.open({ knownAs: url })
  front.leadTo(remote.url)
  images = startImages(join(folder, 'prepared'))
  engine = await openEngine(
    join(folder, 'home'),
    { url, key: remote.key },
    {
      images,
      socketLimits: { ...patience, headersMs: 5000, bodyMs: 5000, downloadIdleMs: 5000 },
    },
  )
  engine.driver.start()
  calls = engineCalls(engine)
})
afterAll(async () => {
  await engine.close()
  await images.close()
  await front.close()
  await remote.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** One of each kind first: what `npm test` tries. */
type Cases = ReturnType<typeof oneOfEachFirst<Case>>
let all: Promise<Cases> | null = null

/** Each kind, each way to be wrong, on a line that says how long the file is and on one that does not. */
async function allCases(): Promise<Cases> {
  const kinds = await wholeMedia()
  const cases = kinds.flatMap((whole) =>
    wrongEndings(whole).flatMap((wrong) =>
      [true, false].flatMap((saysLength) =>
        isAnotherWhole(whole, wrong, saysLength) ? [] : [{ whole, wrong, saysLength }],
      ),
    ),
  )
  return oneOfEachFirst(cases, kindOf)
}

/** Each kind of media broken off somewhere, each that programs mend mended so, and each thing that is no part of it. */
function kindOf({ whole, wrong }: Case): string {
  if (wrong.name.endsWith('with an end put on')) return `${whole.name}, mended`
  return /^(cut at|zeros from)/.test(wrong.name) ? whole.name : wrong.name
}

/**
 * Where nothing tells where a file ends, one that is cut between two of its parts is whole, unless its length is known; and
 * of its last picture nobody can tell whether zeros in its end are its own.
 */
const isAnotherWhole = ({ isEndTold }: WholeMedia, { name }: Ending, saysLength: boolean): boolean =>
  !isEndTold && ((!saysLength && name.startsWith('cut at')) || name.startsWith('zeros from'))

const cases = (): Promise<Cases> => {
  all ??= allCases()
  return all
}

row(
  {
    name: 'media',
    title:
      'a result that is cut, zeroed, empty or a page, of any kind and on any line, is never called whole, and comes home whole later (M3, M4, L3, I7, I11)',
    small: async () => (await cases()).kinds,
    large: async () => (await cases()).all.length,
    // What the service gives is what comes next, whoever asks.
    atOnce: 1,
  },
  async ({ index }) => {
    const one = (await cases()).all[index]
    if (!one) throw new Error('there is no such case')
    const { whole, wrong, saysLength } = one
    front.given = { wrong: 0, whole: 0 }
    front.coming = { whole, wrong, saysLength, times: 1 + (index % 3) }
    const words = `${whole.name}, ${wrong.name}, ${saysLength ? 'with' : 'without'} its length`
    const [id = ''] = await order(calls, whole.mediaType === 'video' ? 'video' : 'picture', '')
    const sha256 = await comesHome(id)
    const right = createHash('sha256').update(whole.bytes).digest('hex')
    if (sha256 !== right) throw new Error(`${words}: other bytes than were made are called whole`)
    if (front.given.wrong === 0) throw new Error(`${words}: it was never given wrong`)
  },
)

/** The hash of the file that the request brought home. */
function comesHome(id: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      const receipt = engine.store.receipts.get(id)
      const [asset] = receipt?.assets ?? []
      const isLost =
        receipt !== null && ['failed', 'rejected', 'gone', 'cancelled', 'needs-decision'].includes(receipt.phase)
      if (!asset && !isLost) return
      stop()
      if (asset) resolve(asset.sha256)
      else reject(new Error(`it ended ${receipt?.phase}: ${receipt?.error ?? receipt?.decision?.question}`))
    }
    const stop = engine.listen('requestChanged', (changed) => {
      if (changed.id === id) check()
    })
    check()
  })
}
