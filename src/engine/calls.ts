import type { CallInput, CallOutput, CallsOf } from '../contract/ipc.ts'
import type { ModelsView, SkillsView } from '../contract/views.ts'
import { resolutionsOf } from '../domain/catalogue/model.ts'
import { isSkillHere } from '../domain/form/skills-here.ts'
import { skillQuote } from '../domain/quote/skill-quote.ts'
import type { ChoiceId, Receipt } from '../domain/request/receipt.ts'
import { choiceIds } from '../domain/request/receipt.ts'
import { replacementOf } from './approve.ts'
import { capsView, setCaps } from './caps.ts'
import type { Engine } from './engine.ts'
import { keepKey } from './key/keep-key.ts'
import { Offers } from './offers.ts'
import { NotNowError } from './queue/driver.ts'
import { retryHere } from './retry-here.ts'
import { iso, receiptView } from './views/request-view.ts'

/** Choices that end one request and approve another in its place. */
const replaces: ReadonlySet<ChoiceId> = new Set(['new-order', 'accept-price', 'accept-resize'])

export type EngineCalls = { [N in CallsOf<'engine'>]: (input: CallInput<N>) => Promise<CallOutput<N>> }

/** What the window may ask of the engine, one function a call of the contract. Inputs are parsed already. */
export function engineCalls(engine: Engine): EngineCalls {
  const { store, driver, inspector, key } = engine
  const offers = new Offers(engine)
  const found = (id: string): Receipt => {
    const receipt = store.receipts.get(id)
    if (!receipt) throw new NotNowError('There is no such request here.')
    return receipt
  }
  return {
    'key.set': async ({ key: text }) => {
      await keepKey(engine, text)
      return key.status()
    },
    'key.clear': async ({ all }) => {
      await key.clear(all)
      return key.status()
    },
    'files.inspect': ({ paths }) => inspector.describe(paths),
    'catalogue.models': ({ media, fresh }) => modelsView(engine, media, fresh),
    'catalogue.skills': ({ fresh }) => skillsView(engine, fresh),
    'quote.generation': (order) => offers.generation(order),
    'quote.skill': (order) => offers.skill(order),
    'orders.approve': async ({ quoteId, credits, leaveOut }) => ({
      requestIds: (await offers.approve(quoteId, credits, leaveOut)).map((r) => r.id),
    }),
    'requests.list': async ({ open, limit }) =>
      store.receipts.list({ ...(open ? { open } : {}), limit: limit ?? 200 }).map((receipt) => engine.viewOf(receipt)),
    'requests.receipt': async ({ id }) => {
      const receipt = found(id)
      const assets = store.assets.ofRequest(id).map((asset) => engine.assetViewOf(asset))
      const parts = { receipt, activity: driver.activityOf(id), assets, timing: engine.timing }
      return receiptView(parts, store.receipts.happenings(id))
    },
    'requests.cancel': async ({ ids }) => {
      for (const id of ids) await driver.cancel(id)
      return ids.map((id) => engine.viewOf(found(id)))
    },
    'requests.lookNow': async ({ id }) => {
      driver.lookNow(id)
      return engine.viewOf(found(id))
    },
    'requests.decide': async ({ id, choice }) => {
      const known = choiceIds.find((c) => c === choice)
      if (!known) throw new NotNowError('There is no such choice.')
      const receipt = found(id)
      if (known === 'look-again') key.tryOldKeysAgain()
      const consent = {
        atMs: Date.now(),
        by: engine.options.by,
        origin: engine.origin,
        keyFingerprint: key.fingerprint,
      }
      await driver.decide(
        id,
        known,
        replaces.has(known) && !(known === 'accept-price' && receipt.body === null)
          ? replacementOf(receipt, known, consent)
          : null,
      )
      return engine.viewOf(found(id))
    },
    'requests.retry': async ({ id }) => {
      const receipt = found(id)
      const retry = retryHere(engine, receipt)
      if (retry.do === 'nothing') throw new NotNowError(`${id.slice(0, 8)} cannot be tried again. ${retry.why}`)
      if (retry.do === 'order') return { request: engine.viewOf(receipt), quote: await offers.again(receipt) }
      driver.lookNow(id)
      return { request: engine.viewOf(found(id)), quote: null }
    },
    'queue.move': async ({ id, before }) => {
      found(id)
      driver.move(id, before)
      return engine.viewOf(found(id))
    },
    'queue.caps': async () => capsView(engine),
    'queue.setCaps': (changes) => setCaps(engine, changes),
    'queue.pause': async () => {
      driver.pause(true)
      return undefined
    },
    'queue.resume': async () => {
      driver.pause(false)
      return undefined
    },
    'library.page': async ({ search, cursor, limit }) => {
      const before = cursor === undefined ? undefined : Number(cursor)
      const page = store.assets.page({ search, before: Number.isSafeInteger(before) ? before : undefined, limit })
      return {
        items: page.items.map((asset) => engine.assetViewOf(asset)),
        cursor: page.cursor === null ? null : String(page.cursor),
        total: page.total,
      }
    },
    'library.get': async ({ id }) => {
      const asset = store.assets.get(id)
      if (!asset) throw new NotNowError('There is no such file in the library.')
      return engine.assetViewOf(asset)
    },
    'drafts.load': async ({ form }) => store.keep.draft(form),
    'drafts.save': async ({ form, value }) => {
      store.keep.saveDraft(form, value, Date.now())
      return undefined
    },
  }
}

async function modelsView(engine: Engine, media: string | undefined, fresh: boolean | undefined): Promise<ModelsView> {
  const list = await engine.models.get({ fresh })
  const models = (list.value ?? []).filter((model) => media === undefined || model.mediaType === media)
  const last = engine.store.keep.note(`last-model:${engine.origin}`)
  return {
    models: models.map((model) => ({
      id: model.id,
      name: model.name,
      provider: model.provider,
      mediaType: model.mediaType,
      ratios: model.ratios,
      resolutions: resolutionsOf(model),
      maxReferences: model.maxReferences,
      nominalCredits: model.nominalCredits,
    })),
    readAt: list.readAtMs === null ? null : iso(list.readAtMs),
    stale: list.stale,
    problem: list.problem,
    lastUsedId: models.some((model) => model.id === last) ? last : null,
  }
}

async function skillsView(engine: Engine, fresh: boolean | undefined): Promise<SkillsView> {
  const list = await engine.skills.get({ fresh })
  return {
    skills: (list.value ?? []).map((skill) => {
      const { price, credits } = skillQuote(skill, {}, 0)
      return {
        id: skill.id,
        tool: skill.tool,
        supported: isSkillHere(skill.id),
        credits,
        price,
        maxOutputImages: skill.maxOutputImages,
      }
    }),
    readAt: list.readAtMs === null ? null : iso(list.readAtMs),
    stale: list.stale,
    problem: list.problem,
  }
}
