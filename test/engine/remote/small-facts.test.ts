import { expect, it } from 'vitest'
import { operations } from './support/operations.ts'
import { json, scriptedServer, serviceAt } from './support/server.ts'

const answering = async (status: number, body: object) => serviceAt((await scriptedServer(json(status, body))).url)

it.each([
  [true, true],
  [false, false],
  [undefined, false],
])('whether an order was known before (%s) is read as it was said (O122)', async (deduped, expected) => {
  const body = { success: true, generationId: 'g', ...(deduped === undefined ? {} : { deduped }) }
  expect(await operations.submit(await answering(200, body))).toMatchObject({ acceptance: { deduped: expected } })
})

it('the original’s size stands beside the question for a resize, and only where both sides are named (O111)', async () => {
  const question = { error: 'too large', code: 'upscale_resize_required' }
  const both = await operations.run(await answering(409, { ...question, sourceWidth: 9000, sourceHeight: 6000 }))
  expect(both).toMatchObject({ sourceSize: { width: 9000, height: 6000 } })
  const one = await operations.run(await answering(409, { ...question, sourceWidth: 9000 }))
  expect(one).toMatchObject({ sourceSize: null })
})

it('a completed job whose media type is not known keeps the addresses it has (O16, A29)', async () => {
  const job = { jobId: 'gen-1', status: 'completed', mediaType: 'hologram' }
  const seen = async (more: object) => {
    const outcome = await operations.status(await answering(200, { ...job, ...more }))
    return outcome.type === 'job' ? outcome.acceptance.jobs[0]?.urls : null
  }
  expect(await seen({ videoUrl: 'https://m.test/v' })).toEqual(['https://m.test/v'])
  expect(await seen({ imageUrl: 'https://m.test/1', videoUrl: 'https://m.test/v' })).toEqual(['https://m.test/1'])
  expect(await seen({ mediaType: 'image', videoUrl: 'https://m.test/v' })).toEqual([])
})

it('an address that is empty keeps its place, by which a picture is known (O15, A14, I7)', async () => {
  const seen = async (more: object) => {
    const outcome = await operations.status(await answering(200, { jobId: 'gen-1', status: 'completed', ...more }))
    return outcome.type === 'job' ? outcome.acceptance.jobs[0]?.urls : null
  }
  expect(await seen({ imageUrls: ['', 'https://m.test/2'] })).toEqual(['', 'https://m.test/2'])
  expect(await seen({ imageUrls: [''] })).toEqual([''])
  expect(await seen({ imageUrls: [''], imageUrl: '' })).toEqual([''])
  expect(await seen({ imageUrl: '' })).toEqual([''])
  expect(await seen({ videoUrl: '' })).toEqual([''])
  expect(await seen({ mediaType: 'video', videoUrl: '' })).toEqual([''])
  expect(await seen({ imageUrls: [''], imageUrl: 'https://m.test/1' })).toEqual(['https://m.test/1'])
  expect(await seen({ imageUrls: [''], videoUrl: 'https://m.test/v' })).toEqual(['https://m.test/v'])
  expect(await seen({ imageUrls: [] })).toEqual([])
})

it('an answer to a look at a job that is no object is no word about it (A29)', async () => {
  expect((await operations.status(await answering(200, ['completed']))).type).toBe('unreachable')
  expect((await operations.status(await answering(202, { jobId: 'gen-1', status: 'completed' }))).type).toBe(
    'unreachable',
  )
})
