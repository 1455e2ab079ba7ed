import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Images } from '../../../src/engine/images/port.ts'
import { disc } from '../../practice/support/images.ts'
import { type Client, startPractice } from '../../practice/support/practice.ts'
import { eventually } from '../../support/eventually.ts'
import { newFolder } from '../../support/folders.ts'
import { patientImages } from '../../support/patient-images.ts'
import { rudeWorker } from '../images/support/rude.ts'
import { chargesOf, newRig, postsOf, type Rig, scale } from './support/rig.ts'

interface Shop {
  practice: Client
  rig: Rig
  folder: string
  /** Where prepared pictures go. */
  prepared: string
}

/** An engine whose picture reader does what a file's name says. */
async function openShop(): Promise<Shop> {
  const practice = await startPractice({ timeScale: scale })
  const folder = newFolder()
  const prepared = join(folder, 'prepared')
  const images = patientImages(prepared, rudeWorker)
  // Only what never ends is given up, and soon: a limit for every task would count how busy the machine is.
  const hasty = patientImages(prepared, rudeWorker, 100)
  onTestFinished(async () => void (await Promise.all([images.close(), hasty.close()])))
  const prepareReference: Images['prepareReference'] = (path, ...how) =>
    (basename(path).startsWith('unprepared-stalls') ? hasty : images).prepareReference(path, ...how)
  const rig = await newRig(practice, { images: { ...images, prepareReference }, timeScale: scale })
  rig.engine.driver.start()
  return { practice, rig, folder, prepared }
}

/** A poster with a good photo first and another file after it. */
async function orderPoster({ rig, folder }: Shop, second: string): Promise<string> {
  const good = join(folder, 'good.png')
  const other = join(folder, second)
  writeFileSync(good, await disc())
  writeFileSync(other, await disc(64, 48))
  const pictures = [good, other].map((source) => ({ field: 'productImages', source }))
  const quote = await rig.calls['quote.skill']({
    skill: 'brand-poster',
    files: [],
    values: { brand: 'Lumen' },
    pictures,
  })
  expect(quote.problems).toEqual([])
  const { requestIds } = await rig.calls['orders.approve']({ quoteId: quote.id, credits: quote.credits })
  return requestIds[0] ?? ''
}

async function uploads(practice: Client): Promise<number> {
  const state = (await (await fetch(`${practice.practice.control}/state`)).json()) as {
    endpoints: Record<string, number>
  }
  return state.endpoints['POST /api/skills/upload'] ?? 0
}

describe('a picture that the picture reader does not get through', () => {
  it('ends the order with its reason, and uploads nothing of it (O90, I2)', async () => {
    const shop = await openShop()
    const id = await orderPoster(shop, 'unprepared-dies.png')
    const view = await shop.rig.ended(id)
    expect(view.state).toBe('rejected')
    expect(view.error).toMatch(/stop twice; nothing was sent or charged/)
    expect(await uploads(shop.practice)).toBe(0)
    expect(await postsOf(shop.practice, id)).toEqual([])
  })

  it.each([
    ['stalls', /took too long and was stopped/],
    ['lacks', /cannot be started/],
  ])('is tried a few times with pauses where it %s, then ends; nothing is uploaded (O90)', async (how, why) => {
    const shop = await openShop()
    const id = await orderPoster(shop, `unprepared-${how}.png`)
    const pauses = new Set<string>()
    shop.rig.engine.listen('requestChanged', (view) => {
      if (view.id === id && view.next) pauses.add(view.next.words)
    })
    const view = await shop.rig.ended(id)
    expect(view.state).toBe('rejected')
    expect(view.error).toMatch(why)
    expect([...pauses].join()).toMatch(/Nothing was sent or charged; tries again/)
    expect(await uploads(shop.practice)).toBe(0)
  })

  it('waits where the disk takes no prepared picture, and goes on by itself when it does (I1, O90)', async () => {
    const shop = await openShop()
    // A file in the folder's place: nothing can be written there.
    writeFileSync(shop.prepared, 'in the way')
    const quote = await shop.rig.calls['quote.skill']({ skill: 'remove-bg', files: [await turned(shop.folder)] })
    const { requestIds } = await shop.rig.calls['orders.approve']({ quoteId: quote.id, credits: quote.credits })
    const id = requestIds[0] ?? ''
    const waiting = await shop.rig.until(id, (view) => view.next?.words.includes('could not be saved') === true)
    expect(waiting.state).toMatch(/queued|preparing/)
    expect(await uploads(shop.practice)).toBe(0)
    rmSync(shop.prepared)
    expect(await shop.rig.ended(id)).toMatchObject({ state: 'completed' })
    expect(statSync(shop.prepared).isDirectory()).toBe(true)
    expect(await chargesOf(shop.practice, id)).toHaveLength(1)
  })
})

it('a pause that the service asks for at the second upload does not send the first one again (O90)', async () => {
  const shop = await openShop()
  const path = '/api/skills/upload'
  await shop.practice.faults(
    { match: { path }, times: 1, fault: 'slow', delayMs: 1 },
    { match: { path }, times: 2, fault: 'rate-limit', retryAfter: 2 },
  )
  const id = await orderPoster(shop, 'other.png')
  expect(await shop.rig.ended(id)).toMatchObject({ state: 'completed' })
  // Two that were taken, two that were told to wait.
  expect(await uploads(shop.practice)).toBe(4)
})

it('a file that changes after it was looked at is sent as it was approved, from a copy of our own (O90, I2, S3)', async () => {
  const shop = await openShop()
  const second = join(shop.folder, 'log-held.png')
  writeFileSync(`${second}.go`, '')
  shop.rig.engine.driver.pause(true)
  const id = await orderPoster(shop, 'log-held.png')
  rmSync(`${second}.go`)
  rmSync(`${second}.log`)
  shop.rig.engine.driver.pause(false)
  // The first one was prepared as it is, and the reader has the second one in its hands.
  await eventually(() => expect(existsSync(`${second}.log`)).toBe(true))
  const good = join(shop.folder, 'good.png')
  const approved = createHash('sha256').update(readFileSync(good)).digest('hex')
  writeFileSync(good, await disc(30, 30))
  writeFileSync(`${second}.go`, '')
  expect(await shop.rig.ended(id)).toMatchObject({ state: 'completed' })
  const [first] = shop.rig.engine.store.receipts.get(id)?.preparation ?? []
  expect(first).toMatchObject({ source: 'good.png', sha256: approved })
})

it('a result larger than anything that may be sent comes home (I7)', async () => {
  const shop = await openShop()
  await shop.practice.faults({ match: { path: '/media/*' }, fault: 'large-picture' })
  const view = await shop.rig.ended(await shop.rig.orderPicture())
  expect(view).toMatchObject({ state: 'completed', owed: [], assets: [{ width: 8192, height: 8192 }] })
})

/** Stored on its side, so that it has to be encoded anew. */
async function turned(folder: string): Promise<string> {
  const { default: sharp } = await import('sharp')
  const path = join(folder, 'turned.jpg')
  writeFileSync(
    path,
    await sharp(await disc())
      .flatten()
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  )
  return path
}
