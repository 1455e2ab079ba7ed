import type { GenerationOrder } from '../../contract/orders.ts'
import type { QuoteView } from '../../contract/quotes.ts'
import type { Json } from '../../domain/json.ts'
import type { Engine } from '../../engine/engine.ts'
import { QuoteService } from '../../engine/quoting/quote-service.ts'
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import type { ExitStatus } from '../exit-status.ts'
import { plainNumber } from '../numbers.ts'
import { readJson, readSettingArguments, refuseTwice, sourceOf } from '../settings.ts'
import { spend } from '../spend.ts'

export async function generate(context: Context): Promise<ExitStatus> {
  const engine = await context.engine()
  await engine.key.load()
  const quotes = new QuoteService(engine)
  return spend(context, engine, quotes, await quoteGeneration(context, engine, quotes))
}

export function quoteGeneration(context: Context, engine: Engine, quotes: QuoteService): Promise<QuoteView> {
  return quotes.generation(orderFrom(context, engine))
}

function orderFrom({ args, output }: Context, engine: Engine): GenerationOrder {
  const { prompt, model, ratio, resolution, quality, ref, duration, tier, set } = args.values
  if (prompt === undefined) throw new UsageError('generate needs --prompt TEXT.')
  const [stray] = args.words.slice(args.words[0] === 'quote' ? 2 : 1)
  // A prompt without its quotation marks would be paid for with its first word alone.
  if (stray !== undefined)
    throw new UsageError(`generate takes no “${stray}” by itself. Put the whole prompt in quotation marks.`)
  const modelId = model ?? engine.store.keyValues.note(`last-model:${engine.origin}`)
  if (modelId === null)
    throw new UsageError('Give --model with an id of “models”; after that the last one used is taken.')
  if (model === undefined) output.say(`Model: ${modelId}, the last one used.`)
  return {
    prompt,
    modelId,
    ...(ratio === undefined ? {} : { aspectRatio: ratio }),
    ...(resolution === undefined ? {} : { resolution }),
    ...(quality === undefined ? {} : { quality }),
    ...(tier === undefined ? {} : { tier }),
    ...(duration === undefined ? {} : { duration: seconds('--duration', duration) }),
    ...(ref === undefined ? {} : { references: ref.map(sourceOf) }),
    ...others(set),
  }
}

function seconds(name: string, text: string): number {
  const value = plainNumber(text)
  if (value === null) throw new UsageError(`${name} takes a number of seconds, such as 5.`)
  return value
}

type Others = Pick<GenerationOrder, 'referenceType' | 'niji7Options' | 'referenceVideo' | 'referenceVideoDuration'>

/** Fields without an option of their own (service.md §4.1), by `--set name=value`; `niji7Options.chaos=20` sets one of its own. */
function others(set: string[] | undefined): Others {
  const order: Others = {}
  const niji: [string, Json][] = []
  const settings = readSettingArguments(set)
  refuseTwice(settings.map(({ name }) => name))
  for (const { name, text } of settings) {
    const inner = /^niji7Options\.(\w+)$/.exec(name)?.[1]
    if (inner !== undefined) niji.push([inner, inner === 'sref' || inner === 'quality' ? text : readJson(name, text)])
    else if (name === 'niji7Options') order.niji7Options = readJson(name, text)
    else if (name === 'referenceType') order.referenceType = text
    else if (name === 'referenceVideo') order.referenceVideo = text
    else if (name === 'referenceVideoDuration') order.referenceVideoDuration = seconds(name, text)
    else
      throw new UsageError(
        `generate has no field “${name}” to set. There are referenceType, niji7Options, referenceVideo, referenceVideoDuration.`,
      )
  }
  if (niji.length === 0) return order
  const { niji7Options: whole = {} } = order
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole))
    throw new UsageError('niji7Options is an object of options.')
  return { ...order, niji7Options: Object.fromEntries([...Object.entries(whole), ...niji]) }
}
