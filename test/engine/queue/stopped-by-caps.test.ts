import { beforeEach, expect, it } from 'vitest'
import type { AppSnapshot } from '../../../src/contract/app.ts'
import type { CallInput, CallName } from '../../../src/contract/ipc.ts'
import { Consents } from '../../../src/main/consent/consents.ts'
import type { Question } from '../../../src/main/consent/question.ts'
import { questionsOf } from '../../../src/main/consent/questions.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'

type App = Parameters<typeof questionsOf>

const dayMs = 25 * 3_600_000
let strange: StrangeService
let at: EngineAt
let ids: string[]
let later: number
let asked: Question[]
let answers: boolean
let consents: Consents

/** Three requests of 8 credits under a cap of 10: one is sent, and the cap stops two. */
beforeEach(async () => {
  later = 0
  asked = []
  answers = false
  strange = new StrangeService()
  await strange.open()
  const entry = { id: 'm', credits_per_generation: 8, media_type: 'image', extra_config: {} }
  strange.models = [{ entry, charge: () => 8 }]
  at = await engineAt(strange.base, strange.key, { now: () => Date.now() + later })
  const snapshot = async () => ({ mode: 'service', askAbove: 200 }) as AppSnapshot
  const read = async (name: CallName, input: unknown) => ({
    ok: true,
    value: await (at.calls as unknown as Record<string, (input: unknown) => Promise<unknown>>)[name]?.(input),
  })
  const questions = questionsOf({ snapshot, read } as unknown as App[0], {} as App[1])
  consents = new Consents(questions, async (question) => asked.push(question) > 0 && answers, { link: 0, snapshot })
  ids = await at.approve(await at.calls['quote.generation']({ prompt: 'x', modelId: 'm', count: 3 }))
  await at.calls['queue.setCaps']({ day: 10 })
  at.engine.driver.start()
  await settled()
  expect(posts()).toBe(1)
})

const settled = async (): Promise<void> => void (await Promise.all(ids.map((id) => at.settled(id))))
const posts = () => strange.count('POST', '/api/generate/v2')

/** As main does it: what a person must agree to is asked, and what came of that is carried out. */
async function setCaps(caps: CallInput<'queue.setCaps'>): Promise<void> {
  await at.calls['queue.setCaps'](await consents.must('queue.setCaps', caps))
}

it('a call that leaves or lowers a cap sends nothing that one had stopped, however much a passed day has freed (W1)', async () => {
  for (const caps of [{}, { day: 10 }, { day: 9 }, { day: 9, batch: 8 }]) {
    later += dayMs
    await setCaps(caps)
    await settled()
    expect([posts(), asked.length]).toEqual([1, 0])
  }
  expect(await at.calls['requests.list']({ open: true })).toMatchObject([
    { state: 'needs-decision', decision: { kind: 'cap' } },
    { state: 'needs-decision', decision: { kind: 'cap' } },
  ])
})

it('a raised cap sends it after a yes, and not before (W1, O133)', async () => {
  await expect(setCaps({ day: 100 })).rejects.toMatchObject({ code: 'not-agreed' })
  await settled()
  expect(posts()).toBe(1)
  answers = true
  await setCaps({ day: 100 })
  await settled()
  expect(asked.map(({ message }) => message)).toEqual(['Raise the spending limits?', 'Raise the spending limits?'])
  expect([posts(), [...strange.taken.values()]]).toEqual([3, [8, 8, 8]])
})

it('a cap that is lowered while another call is looked at is not raised back by that one (W1)', async () => {
  later += dayMs
  // What the page says of it is not heard.
  const same = await consents.must('queue.setCaps', { day: 10, from: { day: 5, batch: null } })
  await setCaps({ day: 5 })
  await expect(at.calls['queue.setCaps'](same)).rejects.toThrow('The spending limits were changed meanwhile')
  await settled()
  expect([posts(), asked.length]).toEqual([1, 0])
  expect(await at.calls['queue.caps'](undefined)).toMatchObject({ day: 5 })
})

it('a paused queue in which only a cap holds something back goes on after a yes alone (W1)', async () => {
  at.engine.driver.pause(true)
  await expect(consents.must('queue.resume', undefined)).rejects.toMatchObject({ code: 'not-agreed' })
  expect(asked).toMatchObject([
    {
      message: 'Let 2 requests that wait be sent?',
      detail:
        'The queue is paused, and goes on with what was ordered before: 16 credits. Of these 2 were stopped by a spending limit, and go on once it is raised.',
    },
  ])
})
