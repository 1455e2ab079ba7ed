import { beforeEach, expect, it } from 'vitest'
import { PicturePace } from '../../../src/main/picture-pace.ts'

let nowMs: number
let pace: PicturePace
let asked: string[]

beforeEach(() => {
  nowMs = 0
  asked = []
  pace = new PicturePace({ timeScale: 1 }, () => nowMs)
})

const find = (address: string, path: string | null): Promise<string | null> =>
  pace.find(new URL(`printroom://${address}`), async (one) => {
    asked.push(one)
    return path
  })

it('a picture that cannot be had is asked for three times and then once in half a minute, however its address is spelled (W2)', async () => {
  for (let i = 0; i < 500; i += 1) {
    await find(`catalogue/k/thumbnail?v=${i}`, null)
    await find(`catalogue/%6b/${i}`, null)
    await find(`gallery/g/0/thumbnail?v=${i}`, null)
    await find(`gallery/g/00/${i}`, null)
  }
  expect(asked).toHaveLength(6)
  nowMs += 30_000
  for (let i = 0; i < 9; i += 1) await find(`catalogue/k/${i}`, null)
  expect(asked).toHaveLength(7)
})

it('many at once of what cannot be had are no more than one after the other (W2)', async () => {
  await Promise.all(Array.from({ length: 100 }, (_, i) => find(`catalogue/k/thumbnail?v=${i}`, null)))
  expect(asked).toHaveLength(3)
})

it('pictures by the thousand are asked for at a pace, and one that came is shown as often as anybody likes (W2)', async () => {
  for (let n = 0; n < 5000; n += 1) await find(`gallery/g${n}/0/thumbnail`, '/cache/a')
  expect(asked).toHaveLength(1000)
  for (let n = 0; n < 5000; n += 1) expect(await find('gallery/g0/0/thumbnail', '/cache/a')).toBe('/cache/a')
  nowMs += 1000
  for (let n = 1000; n < 5000; n += 1) await find(`gallery/g${n}/0/thumbnail`, '/cache/a')
  expect(asked).toHaveLength(6020)
})

it('pictures of this computer have no pace, and of what is asked for all at once there is an end (W2, W9)', async () => {
  for (let n = 0; n < 5000; n += 1) await find(`library/a${n}/thumbnail`, null)
  expect(asked).toHaveLength(5000)
  const gate = Promise.withResolvers<string>()
  const all = Array.from({ length: 3000 }, (_, n) =>
    pace.find(new URL(`printroom://file/${n}/original`), () => gate.promise),
  )
  gate.resolve('/a')
  expect((await Promise.all(all)).filter((path) => path !== null)).toHaveLength(2000)
  expect(await find('library/a/thumbnail', '/b')).toBe('/b')
})
