import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import type { CallInput } from '../../../../src/contract/ipc.ts'
import type { WatchView } from '../../../../src/contract/watch.ts'
import type { EngineOptions } from '../../../../src/engine/assembly/options.ts'
import type { Images } from '../../../../src/engine/images/port.ts'
import { Watches } from '../../../../src/engine/watch/watches.ts'
import { type EngineAt, engineAt } from '../../../support/engine-at.ts'
import { patienceMs } from '../../../support/patience.ts'
import { pictureSkill, StrangeService } from '../../../support/strange-service.ts'

export const times = { steadyMs: 40, rescanMs: 80, retryMs: 100, gatherMs: 20 }

export interface Watching extends EngineAt {
  watches: Watches
  view(): WatchView
  orders(): number
}

/** How many results a test may have made: they are encoded beforehand, since a service answers at once. */
const mostResults = 60

/** A service with one Skill at 3 credits, each of whose results is another picture. */
export async function cuttingService(): Promise<StrangeService> {
  const strange = new StrangeService()
  await strange.open()
  strange.skills.set(
    'cut',
    pictureSkill(3, () => 3),
  )
  const results = await Promise.all(Array.from({ length: mostResults }, () => picture()))
  const byPath = new Map<string, Buffer>()
  strange.instead = ({ path }) => {
    if (!path.startsWith('/pictures/')) return null
    const body = byPath.get(path) ?? results.pop()
    if (body === undefined) return { status: 404, body: { error: 'more results than any test makes' } }
    byPath.set(path, body)
    return { status: 200, body }
  }
  return strange
}

let shades = 0
/** A picture whose content no other one has. */
async function picture(): Promise<Buffer> {
  shades += 1
  const background = { r: shades % 256, g: Math.floor(shades / 256), b: 90 }
  return sharp({ create: { width: 24, height: 16, channels: 3, background } })
    .png()
    .toBuffer()
}

export async function drop(folder: string, name: string, bytes?: Buffer): Promise<string> {
  const path = join(folder, name)
  writeFileSync(path, bytes ?? (await picture()))
  return path
}

export async function until(is: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!is()) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`)
    await wait(20)
  }
}

/**
 * A program with its watch folders, on a home of its own or on one that is there.
 * @param imagesOf how its watch folders see the workers
 */
export async function watchingAt(
  strange: StrangeService,
  changes: Partial<EngineOptions> & { home?: string } = {},
  imagesOf: ((images: Images) => Images) | null = null,
): Promise<Watching> {
  const at = await engineAt(strange.base, strange.key, changes)
  const engine = imagesOf ? { ...at.engine, images: imagesOf(at.engine.images) } : at.engine
  const watches = new Watches(engine, undefined, times)
  let closed: Promise<void> | null = null
  const close = (): Promise<void> => {
    closed ??= watches.close().then(() => at.close())
    return closed
  }
  onTestFinished(close)
  at.engine.driver.start()
  watches.start()
  const view = (): WatchView => {
    const [first] = watches.list()
    if (!first) throw new Error('there is no watch folder')
    return first
  }
  return { ...at, watches, close, view, orders: () => at.engine.store.receipts.list({}).length }
}

/** Watches a folder for cutouts at 3 credits, whose results go beside unless it is said otherwise. */
export const watchFolder = (
  { watches }: Watching,
  folder: string,
  changes: Partial<CallInput<'watch.setUp'>> = {},
): Promise<void> =>
  watches.setUp({
    skill: 'cut',
    values: {},
    pictures: [],
    folder,
    alsoTo: { to: { kind: 'beside' }, template: '{source}-{skill}' },
    each: 3,
    cap: 60,
    ...changes,
  })

/** Until something is said of every file with such a name. */
export const saidOf = (at: Watching, name: RegExp, words: RegExp, count: number): Promise<void> =>
  until(
    () => at.view().files.filter((file) => name.test(file.name) && words.test(file.words)).length === count,
    `${count} × ${name}: ${words}`,
  )

/** Shows one folder under another path as well; null where this account may not do that. */
export function shownTwice(folder: string, at: string): true | null {
  try {
    execFileSync('mount', ['--bind', folder, at], { stdio: 'ignore' })
  } catch {
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['-l', at]))
  return true
}
