import { isVideo, type Model } from '../../domain/catalogue/model.ts'
import type { Skill } from '../../domain/catalogue/skill.ts'
import type { Json } from '../../domain/json.ts'
import { isCredits } from '../../domain/quote/amount.ts'
import { creditsInWords } from '../../domain/request/money-words.ts'
import { type ListState, LiveList, type LiveListOptions } from '../../engine/catalogue/live-list.ts'
import { readModels, readSkills } from '../../engine/catalogue/read-lists.ts'
import type { Engine } from '../../engine/engine.ts'
import { harmless } from '../../engine/platform/text.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'

/** The models as the service lists them, one line each; `--all` includes retired ones, which cannot be used (§4.4). */
export async function models(context: Context): Promise<ExitStatus> {
  const { output, args } = context
  const { media, all } = args.values
  if (media !== undefined && media !== 'image' && media !== 'video')
    throw new UsageError('--media takes image or video.')
  const engine = await context.engine()
  const list = all ? await everyModel(engine) : await engine.models.get()
  tellAge(context, list, 'models')
  const raw = rawEntries(engine.store.keep.cached(engine.origin, all ? 'models-all' : 'models')?.value ?? null)
  for (const model of list.value ?? []) {
    if (media !== undefined && model.mediaType !== media) continue
    // The nominal figure is not what a video costs (§2.4; O44).
    const price = isVideo(model)
      ? 'priced by its length and choices'
      : model.nominalCredits === null
        ? 'no price'
        : isCredits(model.nominalCredits)
          ? creditsInWords(model.nominalCredits)
          : 'a price that cannot be read'
    output.line(raw.get(model.id) ?? { id: model.id })
    output.say(`${model.id}  ${model.name}, ${model.mediaType}, ${price}, ratios ${model.ratios.join(' ')}`)
  }
  return exitStatus.done
}

const everyModel = (engine: Engine): Promise<ListState<Model[]>> =>
  listOf(engine, { name: 'models-all', path: '/api/models?active=false', freshMs: 3_600_000, read: readModels })

/** A list that only the terminal shows. */
function listOf<T>(
  { service, store, origin }: Engine,
  list: Pick<LiveListOptions<T>, 'name' | 'path' | 'freshMs' | 'read'>,
): Promise<ListState<T>> {
  return new LiveList({ service, keep: store.keep, origin, now: Date.now, ...list }).get()
}

/** The entries of the cached answer by their id, so that nothing the service said is lost on the way. */
function rawEntries(body: Json): Map<string, Json> {
  const list = typeof body === 'object' && body !== null && !Array.isArray(body) ? body.models : null
  const entries = Array.isArray(list) ? list : []
  return new Map(
    entries.flatMap((entry): [string, Json][] =>
      typeof entry === 'object' && entry !== null && !Array.isArray(entry) && typeof entry.id === 'string'
        ? [[entry.id, entry]]
        : [],
    ),
  )
}

export async function skills(context: Context): Promise<ExitStatus> {
  const { output, args } = context
  const wanted = args.words[1]
  const engine = await context.engine()
  const list = wanted === undefined ? await engine.skills.get() : await oneSkill(engine, wanted)
  tellAge(context, list, 'Skills')
  const entries = (list.value ?? []).filter((skill) => wanted === undefined || skill.id === wanted)
  if (entries.length === 0)
    throw new UsageError(
      `The service lists no Skill “${harmless(wanted ?? '')}”. It lists ${(list.value ?? []).map((s) => s.id).join(', ')}.`,
    )
  for (const skill of entries) {
    const { id, endpoint, tool, materials, pricing, maxOutputImages, inputSchema } = skill
    output.line({ id, endpoint, tool, materials, pricing, maxOutputImages, inputSchema })
    output.say(`${id}  ${tool ?? ''}`)
  }
  return exitStatus.done
}

/** One Skill by itself (§4.7); from the whole catalogue where it is not listed so, or nobody answers. */
async function oneSkill(engine: Engine, id: string): Promise<ListState<Skill[]>> {
  const path = `/api/skills?${new URLSearchParams({ skill: id })}`
  const list = await listOf(engine, { name: `skill:${id}`, path, freshMs: 5 * 60_000, read: readSkills })
  return list.value?.some((skill) => skill.id === id) ? list : engine.skills.get()
}

/** @throws RefusedError where there is none, not even an old one */
function tellAge({ output }: Context, list: ListState<unknown>, what: string): void {
  if (list.value === null)
    throw new RefusedError(`The list of ${what} cannot be read. ${list.problem ?? ''} Nothing was sent or charged.`)
  if (list.stale && list.readAtMs !== null)
    output.say(`${list.problem ?? ''} This is the list as of ${new Date(list.readAtMs).toISOString()}.`.trim())
}
