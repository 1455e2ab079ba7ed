import { expect, it } from 'vitest'
import { diagnosticsOf } from '../../../src/engine/api/diagnostics.ts'
import { canariesIn, canariesUnder } from '../../support/canary.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { repeating } from '../../support/repeating.ts'
import { pictureSkill, StrangeService } from '../../support/strange-service.ts'

async function lived(strange: StrangeService, at: EngineAt): Promise<unknown[]> {
  const { calls, engine } = at
  const heard: unknown[] = []
  const quotes = [
    await calls['quote.generation']({ prompt: 'x', modelId: 'm' }),
    await calls['quote.skill']({ skill: 's', files: ['https://pictures.example/a.png'] }),
    await calls['quote.generation']({ prompt: 'y', modelId: 'm' }),
  ]
  engine.driver.start()
  const ids: string[] = []
  const order = async (quote: { id: string; credits: number | null }): Promise<void> => {
    for (const id of await at.approve(quote)) {
      ids.push(id)
      heard.push(await at.settled(id))
    }
  }
  for (const quote of quotes.slice(0, 2)) await order(quote)
  const refused = { success: false, error: strange.key, code: strange.key }
  strange.instead = ({ method, path }) =>
    method === 'POST' && path.endsWith('/v2') ? { status: 400, body: refused } : null
  for (const quote of quotes.slice(2)) await order(quote)
  heard.push(
    await calls['gallery.look']({ typed: 'g1' }),
    await calls['catalogue.models']({ fresh: true }),
    await calls['catalogue.skills']({ fresh: true }),
    diagnosticsOf(engine, true),
    engine.status(),
    ...(await Promise.all(ids.map((id) => calls['requests.receipt']({ id })))),
  )
  return heard
}

it('keeps and shows nothing of a key that the service repeats in every answer: journal, database, files, views (W5)', async () => {
  const strange = new StrangeService()
  await strange.open()
  const { key } = strange
  strange.models = [{ entry: { id: 'm', name: 'M', credits_per_generation: 3, media_type: 'image' }, charge: () => 3 }]
  strange.skills.set(
    's',
    pictureSkill(2, () => 2),
  )
  strange.gallery.set('g1', { id: 'g1', text: 'a fox', media_urls: [], author_username: 'x' })
  strange.reworded = repeating(key)
  const at = await engineAt(strange.base, key)
  const heard = JSON.stringify(await lived(strange, at))
  expect(heard).toContain('svc_sk_…')
  expect(heard).toContain('completed')
  expect(canariesIn('views', Buffer.from(heard), [key])).toEqual([])
  expect(canariesUnder(at.home, [key])).toEqual([])
  await at.close()
  expect(canariesUnder(at.home, [key])).toEqual([])
})
