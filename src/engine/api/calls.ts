import type { SkillsView } from '../../contract/catalogue.ts'
import { skillFields } from '../../domain/form/skill-fields.ts'
import { takesOriginal } from '../../domain/form/skill-rules.ts'
import { isSkillHere } from '../../domain/form/skills-here.ts'
import { priceList } from '../../domain/quote/skill-prices.ts'
import { skillQuote } from '../../domain/quote/skill-quote.ts'
import type { ChoiceId, Receipt } from '../../domain/request/receipt.ts'
import { choiceIds } from '../../domain/request/receipt.ts'
import type { Engine } from '../engine.ts'
import { noKeyWords } from '../key/no-key.ts'
import { withoutKeyIn } from '../key/no-key-in.ts'
import { generationWithMovedPaths, skillWithMovedPaths } from '../library/moved-paths.ts'
import { skillSettings } from '../library/skill-settings.ts'
import { NotNowError } from '../platform/call-error.ts'
import { SettingError } from '../platform/settings.ts'
import { sanitizeText } from '../platform/text.ts'
import { cancelEach } from '../queue/cancel-each.ts'
import { replacementOf } from '../quoting/approve.ts'
import { QuoteService } from '../quoting/quote-service.ts'
import { retryHere } from '../quoting/retry-here.ts'
import { keepPasted } from '../sources/pasted.ts'
import { iso, receiptView } from '../views/request-view.ts'
import { Watches } from '../watch/watches.ts'
import { accountCalls } from './account-calls.ts'
import { backupCalls } from './backup-calls.ts'
import { capsView, setCaps } from './caps.ts'
import type { EngineCalls } from './engine-calls.ts'
import { galleryCalls } from './gallery-calls.ts'
import { hostCalls } from './hosts-calls.ts'
import { keepKey } from './keep-key.ts'
import { ledgerRows, ledgerView } from './ledger.ts'
import { libraryCalls } from './library-calls.ts'
import { modelsView } from './models-view.ts'
import { fileOrdered, inheritedProject, projectCalls } from './projects.ts'
import { orderAgain, promptHistory } from './prompt-history.ts'
import { watchCalls } from './watch-calls.ts'

/** Choices that end one request and approve another in its place. */
const replaces: ReadonlySet<ChoiceId> = new Set(['new-order', 'accept-price', 'accept-resize'])

/**
 * What the window may ask of the engine, one function a call of the contract. Inputs are parsed already, and files and
 * folders in them are paths: main's door has put them in their handles' places, and does the reverse with answers.
 */
export function engineCalls(engine: Engine, watches = new Watches(engine)): EngineCalls {
  return withoutKeyIn(callsOf(engine, watches), () => engine.key.key)
}

function callsOf(engine: Engine, watches: Watches): EngineCalls {
  const { store, driver, inspector, originals, key } = engine
  const quotes = new QuoteService(engine)
  // A form may have been filled before the library moved.
  const { place } = engine
  const found = (id: string): Receipt => {
    const receipt = store.receipts.get(id)
    if (!receipt) throw new NotNowError('There is no such request here.')
    return receipt
  }
  return {
    'key.set': async ({ key: text, service = engine.origin }) => {
      if (service !== engine.origin)
        throw new SettingError('The service was changed meanwhile. The key was not kept and sent nowhere.')
      await keepKey(engine, text)
      return key.status()
    },
    'key.clear': async ({ all }) => {
      await key.clear(all)
      return key.status()
    },
    'files.expect': async () => {
      engine.images.wake()
      return undefined
    },
    'files.inspect': async ({ files }) => inspector.describe(files.map(await place.resolveMovedPaths(files))),
    'files.lookAtOriginals': async ({ files }) => {
      const whereNow = await place.resolveMovedPaths(files)
      return Promise.all(files.map((file) => originals.look(whereNow(file))))
    },
    'files.keepPasted': ({ name, base64 }) => keepPasted(engine, name, base64),
    'catalogue.models': ({ media, fresh }) => modelsView(engine, media, fresh),
    'catalogue.skills': ({ fresh }) => skillsView(engine, fresh),
    'quote.generation': async (order) => quotes.generation(await generationWithMovedPaths(order, place)),
    'quote.skill': async (order) => quotes.skill(await skillWithMovedPaths(order, place)),
    'orders.approve': async ({ quoteId, credits, contentHash, leaveOut, ceilingCredits = null, project = null }) => {
      const receipts = await quotes.approve(quoteId, credits, { contentHash, leaveOut, ceilingCredits })
      fileOrdered(engine, receipts, inheritedProject(engine, receipts) ?? project)
      return { requestIds: receipts.map(({ id }) => id) }
    },
    'requests.list': async ({ open, limit }) => {
      const receipts = store.receipts.list({ ...(open ? { open } : {}), limit: limit ?? 200 })
      await engine.presence.look(
        receipts.flatMap(({ id, assets }) => (assets.length > 0 ? store.assets.ofRequest(id) : [])),
      )
      return receipts.map((receipt) => engine.viewOf(receipt))
    },
    'requests.receipt': async ({ id }) => {
      const receipt = found(id)
      const rows = store.assets.ofRequest(id)
      await engine.presence.look(rows)
      const assets = rows.map((asset) => engine.assetViewOf(asset))
      const copies = store.copies.ofRequest(id)
      const project = store.projects.of(id)
      const parts = {
        receipt,
        activity: driver.activityOf(id),
        assets,
        copies,
        timing: engine.timing,
        nowMs: Date.now(),
        project,
      }
      return receiptView(parts, store.receipts.timeline(id))
    },
    'ledger.view': async (cut) => ledgerView(engine, cut, Date.now()),
    'ledger.rows': async (period) => ledgerRows(engine, period),
    'requests.cancel': async ({ ids }) => {
      for (const id of ids) found(id)
      await cancelEach(ids, (id) => driver.cancel(id))
      return ids.map((id) => engine.viewOf(found(id)))
    },
    'requests.lookNow': async ({ id }) => {
      driver.lookNow(id)
      return engine.viewOf(found(id))
    },
    'requests.decide': async ({ id, choice, credits, ceilingCredits = null }) => {
      const known = choiceIds.find((c) => c === choice)
      if (!known) throw new NotNowError('There is no such choice.')
      const receipt = found(id)
      driver.mustBeOfHere(id)
      if (known === 'look-again') key.tryOldKeysAgain()
      await mustCostAsShown(engine, receipt, known, credits)
      const isReplaced = replaces.has(known) && !(known === 'accept-price' && receipt.body === null)
      if (isReplaced) await needKey(engine)
      const consent = {
        atMs: Date.now(),
        by: engine.options.by,
        origin: engine.origin,
        keyFingerprint: key.fingerprint,
        ceilingCredits,
      }
      const anew = isReplaced ? replacementOf(receipt, known, consent) : null
      await driver.decide(id, known, anew, { credits, ceilingCredits })
      if (anew) fileOrdered(engine, [anew.after], inheritedProject(engine, [anew.after]))
      return { ...engine.viewOf(found(id)), replacement: anew && engine.viewOf(found(anew.after.id)) }
    },
    'requests.retry': async ({ id, reencode }) => {
      const receipt = found(id)
      const retry = retryHere(engine, receipt)
      if (retry.do === 'nothing') throw new NotNowError(`${id.slice(0, 8)} cannot be tried again. ${retry.why}`)
      if (retry.do === 'order')
        return { request: engine.viewOf(receipt), quote: await quotes.reorder(receipt, reencode) }
      driver.lookNow(id)
      return { request: engine.viewOf(found(id)), quote: null }
    },
    'requests.copyAgain': async ({ id }) => {
      const receipt = found(id)
      if (store.readOnly) throw new NotNowError('This library can only be looked at now. Nothing was copied.')
      engine.copier.again(receipt)
      return engine.viewOf(receipt)
    },
    'queue.move': async ({ id, before, toEnd }) => {
      found(id)
      if (toEnd) driver.moveToEnd(id)
      else driver.move(id, before)
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
    ...backupCalls(engine),
    ...accountCalls(engine),
    ...hostCalls(engine),
    ...libraryCalls(engine),
    ...galleryCalls(engine),
    ...watchCalls(engine, watches),
    ...projectCalls(engine),
    'prompts.history': async ({ search, limit }) => promptHistory(engine, search, limit),
    'skills.orderOf': async ({ id }) => skillSettings(found(id), place),
    'prompts.orderOf': async ({ id }) => {
      const again = orderAgain(found(id))
      return again && { ...again, order: await generationWithMovedPaths(again.order, place) }
    },
  }
}

/**
 * The figure on a choice may have been read long ago: it is compared with the list of now before the choice is carried out.
 * Where that says more, the question is put anew at that price.
 * @throws NotNowError nothing was sent or ordered
 */
async function mustCostAsShown(
  { prices, driver }: Engine,
  receipt: Receipt,
  choice: ChoiceId,
  named: number | null | undefined,
): Promise<void> {
  const chosen = receipt.decision?.choices.find(({ id }) => id === choice)
  // Another price than the one that is asked is refused where it is carried out.
  if (!chosen || chosen.credits === null || (named !== undefined && named !== chosen.credits)) return
  const now = await prices.forChoice(receipt)
  if (now === 'unreadable')
    throw new NotNowError(
      `What it costs now cannot be read, and this choice showed ${chosen.credits}. Nothing was sent or ordered. Decide again in a moment.`,
    )
  if (now === 'unknown' || (now.credits !== null && now.credits <= chosen.credits)) return
  await driver.seePrice(receipt.id, now.credits)
  const costs = now.credits === null ? 'The service shows no price for it now' : `It costs ${now.credits} now`
  throw new NotNowError(
    `${costs}, and this choice showed ${chosen.credits}. Nothing was sent or ordered. Decide again, at the price of now.`,
  )
}

/**
 * A new order is bound to the key that it is made under, for life (§4.15, I4): there must be one. Practice gives its own.
 * @throws NotNowError
 */
async function needKey({ key, practice }: Engine): Promise<void> {
  if (practice) await practice.endpoint()
  else if (key.key === null)
    throw new NotNowError(noKeyWords(key.status(), 'Nothing was sent or ordered.', 'Set one, then decide again.'))
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
        fields: isSkillHere(skill.id)
          ? skillFields(skill, sanitizeText, (address) => engine.cataloguePictures.show(address))
          : [],
        prices: priceList(skill),
        asOriginal: takesOriginal(skill),
      }
    }),
    readAt: list.readAtMs === null ? null : iso(list.readAtMs),
    stale: list.stale,
    problem: list.problem,
  }
}
