import { isVideo, type Model } from '../../domain/catalogue/model.ts'
import type { Skill } from '../../domain/catalogue/skill.ts'
import type { Json } from '../../domain/json.ts'
import { isCredits } from '../../domain/quote/amount.ts'
import { creditsInWords } from '../../domain/request/money-words.ts'
import { type ListState, LiveList, type LiveListOptions } from '../../engine/catalogue/live-list.ts'
import { readModels, readSkills } from '../../engine/catalogue/read-lists.ts'
import type { Engine } from '../../engine/engine.ts'
import { sanitizeText } from '../../engine/platform/text.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'

/** The models as the service lists them, one line each; `--all` includes retired ones, which cannot be used (§4.4). */
export async function modelsCommand(context: Context): Promise<ExitStatus> {
  const { output, args } = context
  const { media, all } = args.values
  if (media !== undefined && media !== 'image' && media !== 'video')
    throw new UsageError('--media takes image or video.')
  const { list, entries } = await modelEntries(await context.engine(), all === true, media)
  tellAge(context, list)
  for (const { model, line } of entries) {
    // The nominal figure is not what a video costs (§2.4; O44).
    const price = isVideo(model)
      ? 'priced by its length and choices'
      : model.nominalCredits === null
        ? 'no price'
        : isCredits(model.nominalCredits)
          ? creditsInWords(model.nominalCredits)
          : 'a price that cannot be read'
    output.line(line)
    output.say(`${model.id}  ${model.name}, ${model.mediaType}, ${price}, ratios ${model.ratios.join(' ')}`)
  }
  return exitStatus.done
}

/** Models, each with what the service says of it. @throws RefusedError where there is no list, not even an old one */
export async function modelEntries(engine: Engine, all: boolean, media?: string) {
  const list = await (all ? everyModel(engine) : engine.models.get())
  const models = mustBeRead(list, 'models').filter((model) => media === undefined || model.mediaType === media)
  const raw = rawEntries(engine.store.keyValues.cached(engine.origin, all ? 'models-all' : 'models')?.value ?? null)
  return {
    list,
    asOf: asOf(list),
    entries: models.map((model) => ({ model, line: raw.get(model.id) ?? { id: model.id } })),
  }
}

const everyModel = (engine: Engine): Promise<ListState<Model[]>> =>
  listOf(engine, { name: 'models-all', path: '/api/models?active=false', freshMs: 3_600_000, read: readModels })

/** A list that only the terminal shows. */
function listOf<T>(
  { service, store, origin }: Engine,
  list: Pick<LiveListOptions<T>, 'name' | 'path' | 'freshMs' | 'read'>,
): Promise<ListState<T>> {
  return new LiveList({ service, keyValues: store.keyValues, origin, now: Date.now, ...list }).get()
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
  const { list, entries } = await skillEntries(await context.engine(), args.words[1])
  tellAge(context, list)
  for (const { skill, line } of entries) {
    output.line(line)
    output.say(`${skill.id}  ${skill.tool ?? ''}`)
  }
  return exitStatus.done
}

/** All Skills, or the one that is wanted. @throws RefusedError, UsageError */
export async function skillEntries(engine: Engine, wanted?: string) {
  const list = wanted === undefined ? await engine.skills.get() : await oneSkill(engine, wanted)
  const all = mustBeRead(list, 'Skills')
  const found = all.filter((skill) => wanted === undefined || skill.id === wanted)
  if (found.length === 0)
    throw new UsageError(
      `The service lists no Skill “${sanitizeText(wanted ?? '')}”. It lists ${all.map((skill) => skill.id).join(', ')}.`,
    )
  const entries = found.map((skill) => {
    const { id, endpoint, tool, materials, pricing, maxOutputImages, inputSchema } = skill
    return { skill, line: { id, endpoint, tool, materials, pricing, maxOutputImages, inputSchema } }
  })
  return { list, asOf: asOf(list), entries }
}

/** One Skill by itself (§4.7); from the whole catalogue where it is not listed so, or nobody answers. */
async function oneSkill(engine: Engine, id: string): Promise<ListState<Skill[]>> {
  const path = `/api/skills?${new URLSearchParams({ skill: id })}`
  const list = await listOf(engine, { name: `skill:${id}`, path, freshMs: 5 * 60_000, read: readSkills })
  return list.value?.some((skill) => skill.id === id) ? list : engine.skills.get()
}

/** @throws RefusedError where there is none, not even an old one */
function mustBeRead<T>({ value, problem }: ListState<T>, what: string): T {
  if (value === null)
    throw new RefusedError(`The list of ${what} cannot be read. ${problem ?? ''} Nothing was sent or charged.`)
  return value
}

const asOf = ({ readAtMs }: ListState<unknown>): string | null =>
  readAtMs === null ? null : new Date(readAtMs).toISOString()

function tellAge({ output }: Context, list: ListState<unknown>): void {
  if (list.stale && list.readAtMs !== null)
    output.say(`${list.problem ?? ''} This is the list as of ${asOf(list)}.`.trim())
}
