import { expect, test } from 'vitest'
import { practiceModels } from '../../src/practice/models/find-model.ts'
import type { PracticeModel } from '../../src/practice/models/model.ts'
import { priceOf } from '../../src/practice/models/price.ts'
import { startPractice } from './support/practice.ts'

interface Listed {
  id: string
  media_type: string
  extra_config: Record<string, unknown>
}

const listOf = (body: Record<string, unknown>) => body.models as Listed[]

test('lists the active models of both kinds to anybody, with a cache of one hour (§4.4, §8)', async () => {
  const service = await startPractice()
  const { status, headers, body } = await service.get('/api/models', null)
  expect(status).toBe(200)
  expect(body.success).toBe(true)
  expect(new Set(listOf(body).map((model) => model.media_type))).toEqual(new Set(['image', 'video']))
  expect(headers.get('cache-control')).toMatch(/max-age=3600.*stale-while-revalidate/)
  for (const model of listOf(body)) {
    expect(Object.keys(model).toSorted()).toEqual([
      'credits_per_generation',
      'extra_config',
      'id',
      'max_reference_images',
      'media_type',
      'name',
      'provider',
      'supported_ratios',
    ])
  }
})

test('lists one kind when asked, and retired models only with active=false', async () => {
  const service = await startPractice()
  const videos = listOf((await service.get('/api/models?media_type=video', null)).body)
  expect(videos.length).toBeGreaterThan(0)
  expect(videos.every((model) => model.media_type === 'video')).toBe(true)
  const active = listOf((await service.get('/api/models?media_type=image', null)).body)
  const all = listOf((await service.get('/api/models?media_type=image&active=false', null)).body)
  expect(all.length).toBe(active.length + 1)
  expect((await service.get('/api/models?media_type=sound', null)).status).toBe(400)
  expect((await service.get('/api/models?active=maybe', null)).status).toBe(400)
})

function model(role: PracticeModel['role']): PracticeModel {
  const found = practiceModels.find((candidate) => candidate.role === role)
  if (found === undefined) throw new Error(`no ${role}`)
  return found
}

test('prices the worked examples of §4.1', () => {
  const mini = { tier: 'mini', resolution: '480p', durationSeconds: 5, referenceVideoSeconds: 3 }
  expect(priceOf(model('VID-S'), mini)).toBe(63)
  expect(priceOf(model('VID-S'), { ...mini, tier: 'fast' })).toBe(72)
  expect(priceOf(model('VID-S'), { ...mini, resolution: '720p', referenceVideoSeconds: null })).toBe(80)
})

test('prices per second, per call, and flat when duration is missing (§4.1, billing rules)', () => {
  const choices = { tier: null, resolution: '720p', durationSeconds: 6, referenceVideoSeconds: null }
  expect(priceOf(model('VID-K'), choices)).toBe(54)
  expect(priceOf(model('VID-V'), { ...choices, tier: 'pro' })).toBe(160)
  expect(priceOf(model('VID-V'), { ...choices, tier: 'pro', durationSeconds: null })).toBe(200)
  expect(priceOf(model('IMG-A'), { ...choices, resolution: '4K' })).toBe(6)
})

test('refuses a tier and resolution that have no price', () => {
  const choices = { tier: 'pro', resolution: '4k', durationSeconds: 5, referenceVideoSeconds: 2 }
  expect(() => priceOf(model('VID-S'), choices)).toThrow(/not offered/)
})
