import { describe, expect, it } from 'vitest'
import { type Operation, operations } from './support/operations.ts'
import { json, scriptedServer, serviceAt } from './support/server.ts'

const id = '0b7c3a52-6f0e-4c39-9d6b-5a6f3f1f2a01'
const error = (code: string | null, more: object = {}) => ({
  success: false,
  error: 'said so',
  ...(code ? { code } : {}),
  ...more,
})
const refused = (reason: string) => ({ type: 'refused', reason })

type Row = [Operation, number, object, object]

/** Every row of the tables of service.md §7, as each operation can meet it. */
const rows: Record<string, Row[]> = {
  'accepted (O6, O52, O97, O98)': [
    [
      'submit',
      200,
      { success: true, generationId: 'g', creditsUsed: 8, modelId: 'm', aspectRatio: '4:5' },
      {
        type: 'accepted',
        acceptance: { creditsUsed: 8, modelId: 'm', aspectRatio: '4:5', jobs: [{ generationId: 'g' }] },
      },
    ],
    [
      'run',
      200,
      { imageUrl: 'https://m.test/1' },
      { type: 'accepted', acceptance: { jobs: [{ status: 'completed' }] } },
    ],
    ['run', 202, { generationId: 'g' }, { type: 'accepted', acceptance: { jobs: [{ status: 'processing' }] } }],
    ['lookUp', 200, { success: true, generationId: 'g', status: 'processing' }, { type: 'found' }],
    [
      'lookUp',
      200,
      { status: 'failed', creditsStatus: 'refunded' },
      { type: 'found', acceptance: { creditsStatus: 'refunded' } },
    ],
    [
      'status',
      200,
      { success: true, jobId: 'gen-1', status: 'processing', pollHintSeconds: 0 },
      { type: 'job', acceptance: { pollHintSeconds: 0 } },
    ],
    ['skillLookUp', 200, { items: [{ generationId: 'g', status: 'processing' }] }, { type: 'found' }],
    [
      'upload',
      200,
      { success: true, imageUrl: 'https://m.test/u', width: 4, firstFrameOnly: true },
      { type: 'uploaded', firstFrameOnly: true, height: null },
    ],
  ],
  '402 credits, with what is needed and there (O61, O87, O95, O136, A34)': [
    [
      'submit',
      402,
      error('premium_model_paywall', { required: 8, available: 2 }),
      { ...refused('credits'), message: 'said so Required: 8, available: 2' },
    ],
    ['submit', 402, error('insufficient_credits'), refused('credits')],
    ['run', 402, error(null), refused('credits')],
    ['lookUp', 402, error('insufficient_credits'), refused('credits')],
    ['upload', 402, error(null), { type: 'needsPerson', kind: 'credits' }],
  ],
  '400, 413, 422 input, whose status is kept; an ordinary 422 is for the look-up to decide (O62, O65, O126, O135, O136, A26, A30)':
    [
      [
        'submit',
        400,
        error('invalid_reference_url', { received: 'file:///etc/passwd' }),
        { ...refused('input'), message: 'said so' },
      ],
      [
        'submit',
        400,
        error(null, { supportedRatios: ['1:1', '4:5'] }),
        { ...refused('input'), message: 'said so Possible: 1:1, 4:5.' },
      ],
      ['run', 413, error(null), { ...refused('input'), httpStatus: 413 }],
      ['run', 422, error(null, { batchId: 'b' }), refused('input')],
      ['submit', 413, error(null), refused('input')],
      ['submit', 422, error(null), { type: 'unknown' }],
      ['lookUp', 400, error(null), refused('input')],
      ['lookUp', 422, error(null), { ...refused('input'), httpStatus: 422 }],
      ['upload', 400, error(null), { type: 'refused' }],
      ['upload', 413, error(null), { type: 'refused' }],
    ],
  '401 and 403 key; an ordinary 403 is no verdict (O127, A30, A36)': [
    ['submit', 401, error(null), refused('key')],
    ['run', 403, error(null), refused('key')],
    ['submit', 403, error(null), { type: 'unknown' }],
    ['lookUp', 403, error(null), { type: 'unreachable' }],
    ['status', 403, error(null), { type: 'unreachable' }],
    ['upload', 403, error(null), { type: 'needsPerson', kind: 'key' }],
    ['lookUp', 401, error(null), refused('key')],
    ['skillLookUp', 403, error(null), refused('key')],
    ['status', 401, error(null), { type: 'keyRefused' }],
    ['skillStatus', 401, error(null), { type: 'keyRefused' }],
    ['upload', 401, error(null), { type: 'needsPerson', kind: 'key' }],
  ],
  'in_progress, 503 in one family and 409 in the other (O57, O123, A4)': [
    ['submit', 503, error('in_progress', { retryAfterSeconds: 40 }), { type: 'inProgress', afterMs: 40_000 }],
    [
      'lookUp',
      503,
      error('in_progress', { retryAfterSeconds: 40 }),
      { type: 'inProgress', afterMs: 40_000, mayResubmit: false },
    ],
    ['run', 409, error('in_progress', { retryAfterSeconds: 330 }), { type: 'inProgress', afterMs: 330_000 }],
    ['skillLookUp', 409, error('in_progress', { retryAfterSeconds: 9 }), { type: 'inProgress', mayResubmit: false }],
    ['skillStatus', 409, error('in_progress', { retryAfterSeconds: 9 }), { type: 'unreachable', afterMs: 9000 }],
  ],
  'in_progress with 0 seconds: permission in the ordinary look-up alone (O58)': [
    ['lookUp', 503, error('in_progress', { retryAfterSeconds: 0 }), { type: 'inProgress', mayResubmit: true }],
    ['lookUp', 503, error('in_progress'), { type: 'inProgress', mayResubmit: false }],
    ['lookUp', 503, error('in_progress', { retryAfterSeconds: 'soon' }), { type: 'inProgress', mayResubmit: false }],
    ['skillLookUp', 409, error('in_progress', { retryAfterSeconds: 0 }), { type: 'inProgress', mayResubmit: false }],
  ],
  '404 not found (O59, O125, A25)': [
    ['lookUp', 404, error('request_not_found'), { type: 'missing' }],
    ['lookUp', 404, error(null), { type: 'unreachable' }],
    ['skillLookUp', 404, error(null), { type: 'missing' }],
    ['status', 404, error(null), { type: 'missing', httpStatus: 404 }],
    ['submit', 404, error(null), { type: 'unknown' }],
    ['run', 404, error(null), { type: 'unknown' }],
  ],
  '409 conflict, collision, price, resize (O63, O111, O112, O128, O129, O133)': [
    ['submit', 409, error('idempotency_conflict'), refused('conflict')],
    ['lookUp', 409, error('request_id_collision'), refused('collision')],
    ['run', 409, error('idempotency_conflict'), refused('conflict')],
    ['run', 409, error('request_id_collision'), refused('collision')],
    ['run', 409, error('price_changed', { quotedCredits: 9 }), refused('price-changed')],
    ['run', 409, error('upscale_resize_required', { sourceWidth: 9000, sourceHeight: 1 }), refused('resize-required')],
  ],
  '410 gone, with the job’s number (O64, O130)': [
    ['submit', 410, error('generation_unavailable', { generationId: 'g' }), { type: 'gone', generationId: 'g' }],
    ['lookUp', 410, error('generation_unavailable', { generationId: 'g' }), { type: 'gone', generationId: 'g' }],
    ['run', 410, error('generation_unavailable'), { type: 'gone', generationId: null }],
    ['skillLookUp', 410, error('generation_unavailable'), { type: 'gone' }],
    ['status', 410, error('generation_unavailable'), { type: 'missing', httpStatus: 410 }],
    ['skillStatus', 410, error('generation_unavailable'), { type: 'missing', httpStatus: 410 }],
  ],
  '429 a limit, no shortage of credits (O131, A23)': [
    ['submit', 429, error(null), { type: 'limited', afterMs: 60_000 }],
    ['run', 429, error('daily_limit', { retryAfterSeconds: 3600 }), { type: 'limited', afterMs: 3_600_000 }],
    ['upload', 429, error(null), { type: 'later' }],
    ['lookUp', 429, error(null), { type: 'unreachable' }],
    ['status', 429, error(null), { type: 'unreachable' }],
  ],
}

describe.each(Object.entries(rows))('%s', (_, list) => {
  it.each(list)('%s %i %j', async (name, status, body, expected) => {
    const server = await scriptedServer(json(status, body))
    expect(await operations[name](serviceAt(server.url))).toMatchObject(expected)
  })
})

describe('the word of a code in `error` alone, which is all that §7 promises of a Skill', () => {
  const bare = (word: string, more: object = {}) => ({ error: word, ...more })
  it.each<Row>([
    ['run', 409, bare('price_changed', { quotedCredits: 9 }), { ...refused('price-changed'), quotedCredits: 9 }],
    ['run', 409, bare('upscale_resize_required', { sourceWidth: 9, sourceHeight: 9 }), refused('resize-required')],
    ['run', 409, bare('idempotency_conflict'), refused('conflict')],
    ['run', 409, bare('request_id_collision'), refused('collision')],
    ['run', 409, bare('in_progress', { retryAfterSeconds: 330 }), { type: 'inProgress', afterMs: 330_000 }],
    ['run', 409, { ...bare('price_changed'), code: 'E1042' }, refused('price-changed')],
    ['skillLookUp', 409, bare('in_progress', { retryAfterSeconds: 9 }), { type: 'inProgress', mayResubmit: false }],
    ['lookUp', 404, bare('request_not_found'), { type: 'missing' }],
    ['lookUp', 503, bare('in_progress', { retryAfterSeconds: 0 }), { type: 'inProgress', mayResubmit: true }],
  ])(
    'is read as that code: %s %i %j (O63, O111, O112, O123, O128, O129, O135)',
    async (name, status, body, expected) => {
      const server = await scriptedServer(json(status, body))
      expect(await operations[name](serviceAt(server.url))).toMatchObject(expected)
    },
  )

  it('is no sentence: where one stands beside it, that is shown', async () => {
    const server = await scriptedServer(json(409, bare('price_changed', { message: 'It costs 9 now.' })))
    expect(await operations.run(serviceAt(server.url))).toMatchObject({ message: 'It costs 9 now.' })
  })

  it('within a sentence is not that code (A29)', async () => {
    const server = await scriptedServer(json(409, bare('price_changed since it was quoted')))
    expect((await operations.run(serviceAt(server.url))).type).toBe('unknown')
  })
})

describe('what is read from an answer', () => {
  const jobsOf = async (name: 'submit' | 'status' | 'run' | 'skillLookUp', body: object) => {
    const server = await scriptedServer(json(200, body))
    const outcome = await operations[name](serviceAt(server.url))
    return 'acceptance' in outcome ? outcome.acceptance.jobs : []
  }

  it('keeps all four candidates (O15)', async () => {
    const imageUrls = ['1', '2', '3', '4'].map((n) => `https://m.test/${n}`)
    const [job] = await jobsOf('status', {
      jobId: 'gen-1',
      status: 'completed',
      mediaType: 'image',
      imageUrl: imageUrls[0],
      imageUrls,
    })
    expect(job?.urls).toEqual(imageUrls)
  })

  it('takes the one address where the list is empty (A13, I7)', async () => {
    const one = { imageUrl: 'https://m.test/1', imageUrls: [] }
    expect((await jobsOf('status', { jobId: 'gen-1', status: 'completed', ...one }))[0]?.urls).toEqual([one.imageUrl])
    expect((await jobsOf('run', { generationId: 'g', ...one }))[0]?.urls).toEqual([one.imageUrl])
    expect((await jobsOf('skillLookUp', { items: [{ status: 'completed', ...one }] }))[0]?.urls).toEqual([one.imageUrl])
  })

  it('finds the address of a lone item beside it (A13, I7)', async () => {
    const [job] = await jobsOf('skillLookUp', {
      items: [{ generationId: 'g', status: 'completed' }],
      imageUrl: 'https://m.test/1',
    })
    expect(job?.urls).toEqual(['https://m.test/1'])
  })

  it('uses addresses of completed jobs of the right kind alone (O14, O16)', async () => {
    const urls = { imageUrl: 'https://m.test/1', videoUrl: 'https://m.test/v' }
    expect((await jobsOf('status', { jobId: 'gen-1', status: 'processing', ...urls }))[0]?.urls).toEqual([])
    expect((await jobsOf('status', { jobId: 'gen-1', status: 'failed', ...urls }))[0]?.urls).toEqual([])
    expect(
      (await jobsOf('status', { jobId: 'gen-1', status: 'completed', mediaType: 'video', ...urls }))[0]?.urls,
    ).toEqual([urls.videoUrl])
    expect(
      (await jobsOf('status', { jobId: 'gen-1', status: 'completed', mediaType: 'image', ...urls }))[0]?.urls,
    ).toEqual([urls.imageUrl])
  })

  it('reads each item of a batch, a dispatch error as failed, and its own money (O102, O124)', async () => {
    const jobs = await jobsOf('run', {
      expectedCount: 3,
      items: [
        { generationId: 'a', module: 'hero', status: 'completed', imageUrls: ['https://m.test/a'], creditsUsed: 4 },
        { module: 'detail', error: 'no credits left' },
        { generationId: 'c', module: 'scene', creditsStatus: 'pending' },
      ],
    })
    expect(jobs.map((job) => [job.module, job.status, job.creditsUsed, job.creditsStatus])).toEqual([
      ['hero', 'completed', 4, null],
      ['detail', 'failed', null, null],
      ['scene', 'processing', null, 'pending'],
    ])
  })

  it('reads that the balance ran out between the items, in the answer and in the receipt that keeps it (O102)', async () => {
    const said = async (name: 'run' | 'skillLookUp', body: object) => {
      const server = await scriptedServer(json(200, { items: [{ generationId: 'a' }], ...body }))
      const outcome = await operations[name](serviceAt(server.url))
      if (!('acceptance' in outcome)) throw new Error(outcome.type)
      return [outcome.acceptance.paywallHitMidBatch ?? false, outcome.acceptance.expectedCount]
    }
    const answer = { expectedCount: 3, paywallHitMidBatch: true }
    expect(await said('run', answer)).toEqual([true, 3])
    expect(await said('skillLookUp', answer)).toEqual([true, 3])
    expect(await said('skillLookUp', { submission: answer })).toEqual([true, 3])
    expect(await said('run', { expectedCount: 3, paywallHitMidBatch: false })).toEqual([false, 3])
    expect(await said('run', { expectedCount: 3, paywallHitMidBatch: 'yes' })).toEqual([false, 3])
  })

  it('reads the verdict that a stored receipt keeps, and a reservation as no verdict (O121, A21)', async () => {
    const server = await scriptedServer(
      json(200, { submissionStatus: 'recorded', submissionHttpStatus: 402, submission: { error: 'too few' } }),
    )
    expect(await operations.skillLookUp(serviceAt(server.url))).toMatchObject(refused('credits'))
    server.answer(json(200, { submissionStatus: 'in_progress', status: 'processing', submission: null, items: [] }))
    expect(await operations.skillLookUp(serviceAt(server.url))).toMatchObject({
      type: 'inProgress',
      mayResubmit: false,
    })
    server.answer(
      json(200, { submissionStatus: 'interrupted', submissionHttpStatus: 503, submission: null, items: [] }),
    )
    expect((await operations.skillLookUp(serviceAt(server.url))).type).not.toBe('refused')
  })

  it('may send a Skill again only where its receipt says that it is retryable (O119)', async () => {
    const server = await scriptedServer()
    for (const retryable of [true, false, 'yes', undefined]) {
      server.answer(json(200, { submissionStatus: 'interrupted', submission: null, items: [], retryable }))
      const outcome = await operations.skillLookUp(serviceAt(server.url))
      expect(outcome).toMatchObject({ type: 'inProgress', mayResubmit: retryable === true })
    }
  })

  it('asks by the number of the request, and for jobs by theirs, and only reads (O48, O49)', async () => {
    const server = await scriptedServer(json(200, { status: 'processing' }))
    const service = serviceAt(server.url)
    await operations.lookUp(service)
    await operations.status(service)
    await operations.skillLookUp(service)
    await service.generationStatus('../../x?y')
    expect(new Set(server.seen.map((seen) => `${seen.method} ${seen.body}`))).toEqual(new Set(['GET ']))
    expect(server.seen.map((seen) => seen.path)).toEqual([
      `/api/generate/v2/requests/${id}`,
      '/api/generate/v2/status/gen-1',
      `/api/skills/status?skill=remove-bg&requestId=${id}`,
      '/api/generate/v2/status/..%2F..%2Fx%3Fy',
    ])
  })
})
