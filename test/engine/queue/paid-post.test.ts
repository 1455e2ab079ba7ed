import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { startPractice } from '../../practice/support/practice.ts'
import { engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'
import { newRig, scale } from './support/rig.ts'

it('when it arrives, its receipt stands in journal and database, with the very body (I1, O46, O96)', async () => {
  const strange = new StrangeService()
  await strange.open()
  const model = { id: 'm', credits_per_generation: 3, max_reference_images: 0, media_type: 'image' }
  strange.models = [{ entry: model, charge: () => 3 }]
  const properties: Json = { shot: { type: 'string', format: 'uri' } }
  const inputSchema: Json = { type: 'object', properties, required: ['shot'] }
  strange.skills.set('s', { charge: () => 2, entry: { materials: ['shot'], pricing: 2, inputSchema } })
  const at = await engineAt(strange.base, strange.key)
  const seen: (readonly [string, string | null | undefined, string | null | undefined])[] = []
  const { receipts, paths } = at.engine.store
  const inDatabase = (id: string): Receipt => {
    const db = new Database(paths.database, { readonly: true })
    const text = db.prepare<[string], string>('SELECT receipt FROM requests WHERE id = ?').pluck().get(id)
    db.close()
    return JSON.parse(text ?? '{}')
  }
  strange.instead = ({ method, path, body }) => {
    if (method !== 'POST' || (path !== '/api/generate/v2' && !path.endsWith('/run'))) return null
    const id = String(body.idempotencyKey ?? body.requestId)
    const sha256 = createHash('sha256').update(JSON.stringify(body)).digest('hex')
    seen.push([sha256, receipts.fromJournal().get(id)?.body?.sha256, inDatabase(id).body?.sha256])
    return null
  }
  const picture = await at.calls['quote.generation']({ prompt: 'x', modelId: 'm' })
  const cut = await at.calls['quote.skill']({ skill: 's', files: ['https://pictures.example/a.png'] })
  const ids = [...(await at.approve(picture)), ...(await at.approve(cut))]
  at.engine.driver.start()
  for (const id of ids) expect(await at.settled(id)).toMatchObject({ state: 'completed' })
  expect(seen).toHaveLength(2)
  for (const [sent, journal, database] of seen) expect([journal, database]).toEqual([sent, sent])
})

it('no more than two are under way at once, however many wait (A23)', async () => {
  const practice = await startPractice({ timeScale: scale })
  const rig = await newRig(practice)
  await practice.faults({ match: { method: 'POST', path: '/api/generate/v2' }, fault: 'slow', delayMs: 300 })
  let underWay = 0
  let most = 0
  watchPoints((point, side) => {
    if (point !== 'submit') return
    underWay += side === 'before' ? 1 : -1
    most = Math.max(most, underWay)
  })
  onTestFinished(() => watchPoints(null))
  const ids = []
  for (const prompt of ['one', 'two', 'three', 'four', 'five', 'six']) ids.push(await rig.orderPicture(prompt))
  rig.engine.driver.start()
  for (const id of ids) expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
  expect(most).toBe(2)
})
