import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { GenerationOrder, SkillOrder } from '../../src/contract/orders.ts'
import { pictureFields } from '../../src/domain/form/skill-form.ts'
import type { SubmitOutcome } from '../../src/domain/request/outcomes.ts'
import { buildGenerationQuote } from '../../src/engine/quoting/build-generation.ts'
import { type BuiltQuote, buildSkillQuote, type OrderDraft } from '../../src/engine/quoting/build-quote.ts'
import { type Client, startPractice } from '../practice/support/practice.ts'
import { type EngineAt, engineAt } from './engine-at.ts'

/** What was quoted for a request that the service took. */
interface Quoted {
  id: string
  credits: number
}

/** How one order ended: charged, refused with nothing charged, or not possible in practice yet. */
export type Charged = { type: 'charged'; credits: number | null } | { type: 'refused' } | { type: 'notYet' }

/**
 * Sends the bodies that our code makes straight to practice, without receipts and waiting: the quotes of many orders
 * against what its ledger takes.
 */
export class Charging {
  readonly practice: Client
  readonly at: EngineAt
  /** A small picture that the service already has. */
  readonly picture: string
  readonly quoted: Quoted[] = []
  readonly notYet = new Set<string>()
  #sent = 0

  private constructor(practice: Client, at: EngineAt, picture: string) {
    this.practice = practice
    this.at = at
    this.picture = picture
  }

  static async open(): Promise<Charging> {
    const practice = await startPractice({ timeScale: 100_000 })
    const at = await engineAt(practice.practice.url, practice.key())
    const pixels = { width: 24, height: 16, channels: 3, background: '#cc8833' } as const
    return new Charging(practice, at, await practice.upload(await sharp({ create: pixels }).png().toBuffer()))
  }

  async offerOf(order: GenerationOrder | SkillOrder): Promise<BuiltQuote> {
    const { engine } = this.at
    const { inspector, originals, overcharges } = engine
    const deps = { readAtMs: Date.now(), inspector, originals, overcharges, ownOrigin: engine.ownOrigin() }
    return 'skill' in order
      ? buildSkillQuote(order, (await engine.skills.get()).value ?? [], deps)
      : buildGenerationQuote(order, (await engine.models.get()).value ?? [], deps)
  }

  async send(draft: OrderDraft, name: string): Promise<Charged> {
    await this.#refill()
    const id = randomUUID()
    const outcome = await this.#post(draft, id)
    if (outcome.type === 'accepted') {
      this.quoted.push({ id, credits: draft.quote.credits ?? Number.NaN })
      return { type: 'charged', credits: outcome.acceptance.creditsUsed }
    }
    if (outcome.type === 'unknown' && outcome.reason.includes('not there yet')) {
      this.notYet.add(name)
      return { type: 'notYet' }
    }
    if (outcome.type === 'refused' && outcome.reason === 'input') return { type: 'refused' }
    throw new Error(`${name}: ${JSON.stringify(outcome)} for ${JSON.stringify(draft.fields)}`)
  }

  /** Never short of credits, and never at the daily limit. */
  async #refill(): Promise<void> {
    const every = 400
    if (this.#sent % every === 0) {
      const skills = (await this.at.engine.skills.get()).value ?? []
      const counts = this.#sent === 0 ? [] : skills.map(({ id }) => ({ account: 'acc_a', what: id, by: -every }))
      await this.practice.change({ balances: { acc_a: { purchased: 10_000_000 } }, counts })
    }
    this.#sent += 1
  }

  async #post(draft: OrderDraft, id: string): Promise<SubmitOutcome> {
    const { service, skills } = this.at.engine
    const urls = (field: string) =>
      draft.pictures.flatMap((one) => (one.field === field && 'url' in one ? [one.url] : []))
    if (draft.kind === 'generation') {
      const references = urls('referenceImages')
      const more = references.length > 0 ? { referenceImages: references } : {}
      return service.submitGeneration(Buffer.from(JSON.stringify({ idempotencyKey: id, ...draft.fields, ...more })))
    }
    const skill = (await skills.get()).value?.find((one) => one.id === draft.skill)
    const pictures = (skill ? pictureFields(skill) : []).flatMap(({ name, many }) => {
      const given = urls(name)
      return given.length === 0 ? [] : [[name, many ? given : given[0]]]
    })
    const body = { requestId: id, ...draft.fields, ...Object.fromEntries(pictures) }
    return service.runSkill(draft.skill, Buffer.from(JSON.stringify(body)))
  }

  /** What the ledger took for each request that was accepted. */
  async charges(): Promise<Map<string, number>> {
    const { entries } = await this.practice.ledger()
    const taken = new Map<string, number>()
    for (const { requestId, credits, kind } of entries)
      if (kind === 'charge' && requestId !== null) taken.set(requestId, (taken.get(requestId) ?? 0) + credits)
    return taken
  }
}
