import type { Json } from '../../domain/json.ts'
import { creditsInWords } from '../../domain/request/money-words.ts'
import type { ListState } from '../../engine/catalogue/live-list.ts'
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'

/** The models as the service lists them, one line each. */
export async function models(context: Context): Promise<ExitStatus> {
  const { output, args } = context
  const { media, all } = args.values
  if (all) throw new UsageError('models --all is not there yet.')
  if (media !== undefined && media !== 'image' && media !== 'video')
    throw new UsageError('--media takes image or video.')
  const engine = await context.engine()
  const list = await engine.models.get()
  if (!tellAge(context, list, 'models')) return exitStatus.failed
  const raw = rawEntries(engine.store.keep.cached(engine.origin, 'models')?.value ?? null)
  for (const model of list.value ?? []) {
    if (media !== undefined && model.mediaType !== media) continue
    const price = model.nominalCredits === null ? 'no price' : creditsInWords(model.nominalCredits)
    output.line(raw.get(model.id) ?? { id: model.id })
    output.say(`${model.id}  ${model.name}, ${model.mediaType}, ${price}, ratios ${model.ratios.join(' ')}`)
  }
  return exitStatus.done
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
  if (args.words[1] !== undefined) throw new UsageError('skills ID is not there yet.')
  const engine = await context.engine()
  const list = await engine.skills.get()
  if (!tellAge(context, list, 'Skills')) return exitStatus.failed
  for (const skill of list.value ?? []) {
    const { id, endpoint, tool, materials, pricing, maxOutputImages, inputSchema } = skill
    output.line({ id, endpoint, tool, materials, pricing, maxOutputImages, inputSchema })
    output.say(`${id}  ${tool ?? ''}`)
  }
  return exitStatus.done
}

function tellAge({ output }: Context, list: ListState<unknown>, what: string): boolean {
  if (list.value === null) {
    output.say(`The list of ${what} cannot be read. ${list.problem ?? ''} Nothing was sent or charged.`)
    return false
  }
  if (list.stale && list.readAtMs !== null)
    output.say(`${list.problem ?? ''} This is the list as of ${new Date(list.readAtMs).toISOString()}.`.trim())
  return true
}
