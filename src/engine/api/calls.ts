import type { SkillsView } from '../../contract/catalogue.ts'
import { skillFields } from '../../domain/form/skill-fields.ts'
import { takesOriginal } from '../../domain/form/skill-rules.ts'
import { isSkillHere } from '../../domain/form/skills-here.ts'
import { priceList } from '../../domain/quote/skill-prices.ts'
import { skillQuote } from '../../domain/quote/skill-quote.ts'
import type { Engine } from '../engine.ts'
import { withoutKeyIn } from '../key/no-key-in.ts'
import { generationWithMovedPaths, skillWithMovedPaths } from '../library/moved-paths.ts'
import { skillSettings } from '../library/skill-settings.ts'
import { SettingError } from '../platform/settings.ts'
import { sanitizeText } from '../platform/text.ts'
import { QuoteService } from '../quoting/quote-service.ts'
import { keepPasted } from '../sources/pasted.ts'
import { iso } from '../views/request-view.ts'
import { Watches } from '../watch/watches.ts'
import { accountCalls } from './account-calls.ts'
import { backupCalls } from './backup-calls.ts'
import { setCaps, toCapsView } from './caps.ts'
import type { EngineCalls } from './engine-calls.ts'
import { exportCalls } from './export-calls.ts'
import { galleryCalls } from './gallery-calls.ts'
import { hostCalls } from './hosts-calls.ts'
import { keepKey } from './keep-key.ts'
import { ledgerRows, toLedgerView } from './ledger.ts'
import { libraryCalls } from './library-calls.ts'
import { readModelsView } from './models-view.ts'
import { fileOrdered, inheritedProject, projectCalls } from './projects.ts'
import { orderAgain, promptHistory } from './prompt-history.ts'
import { foundReceipt, requestCalls } from './request-calls.ts'
import { watchCalls } from './watch-calls.ts'

/**
 * What the window may ask of the engine, one function a call of the contract. Inputs are parsed already, and files and
 * folders in them are paths: main's door has put them in their handles' places, and does the reverse with answers.
 */
export function engineCalls(engine: Engine, watches = new Watches(engine)): EngineCalls {
  return withoutKeyIn(callsOf(engine, watches), () => engine.key.known)
}

function callsOf(engine: Engine, watches: Watches): EngineCalls {
  const { driver, place } = engine
  const quotes = new QuoteService(engine)
  return {
    ...keyCalls(engine),
    ...fileCalls(engine),
    'catalogue.models': ({ media, fresh }) => readModelsView(engine, media, fresh),
    'catalogue.skills': ({ fresh }) => skillsView(engine, fresh),
    // A form may have been filled before the library moved.
    'quote.generation': async (order) => quotes.generation(await generationWithMovedPaths(order, place)),
    'quote.skill': async (order) => quotes.skill(await skillWithMovedPaths(order, place)),
    'orders.approve': async ({ quoteId, credits, contentHash, leaveOut, ceilingCredits = null, project = null }) => {
      const receipts = await quotes.approve(quoteId, credits, { contentHash, leaveOut, ceilingCredits })
      fileOrdered(engine, receipts, inheritedProject(engine, receipts) ?? project)
      return { requestIds: receipts.map(({ id }) => id) }
    },
    ...requestCalls(engine, quotes),
    'ledger.view': async (cut) => toLedgerView(engine, cut, Date.now()),
    'ledger.rows': async (period) => ledgerRows(engine, period),
    'queue.move': async ({ id, before, toEnd }) => {
      foundReceipt(engine, id)
      if (toEnd) driver.moveToEnd(id)
      else driver.move(id, before)
      return engine.viewOf(foundReceipt(engine, id))
    },
    'queue.caps': async () => toCapsView(engine),
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
    ...exportCalls(engine),
    ...galleryCalls(engine),
    ...watchCalls(engine, watches),
    ...projectCalls(engine),
    'prompts.history': async ({ search, limit }) => promptHistory(engine, search, limit),
    'skills.orderOf': async ({ id }) => skillSettings(foundReceipt(engine, id), place),
    'prompts.orderOf': async ({ id }) => {
      const again = orderAgain(foundReceipt(engine, id))
      return again && { ...again, order: await generationWithMovedPaths(again.order, place) }
    },
  }
}

/** The key of the service, set or forgotten. */
function keyCalls(engine: Engine): Pick<EngineCalls, 'key.set' | 'key.clear'> {
  const { key } = engine
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
  }
}

/** Files before they are ordered with. */
function fileCalls(engine: Engine): Pick<EngineCalls, Extract<keyof EngineCalls, `files.${string}`>> {
  const { inspector, originals, place } = engine
  return {
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
