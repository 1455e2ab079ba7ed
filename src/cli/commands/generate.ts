import { resolve } from 'node:path'
import type { GenerationOrder } from '../../contract/ipc.ts'
import type { QuoteView } from '../../contract/views.ts'
import type { Engine } from '../../engine/engine.ts'
import { Offers } from '../../engine/offers.ts'
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import type { ExitStatus } from '../exit-status.ts'
import { spend } from '../spend.ts'

export async function generate(context: Context): Promise<ExitStatus> {
  const engine = await context.engine()
  await engine.key.load()
  const offers = new Offers(engine)
  return spend(context, engine, offers, await quoteGeneration(context, engine, offers))
}

export function quoteGeneration(context: Context, engine: Engine, offers: Offers): Promise<QuoteView> {
  return offers.generation(orderFrom(context, engine))
}

function orderFrom({ args, output }: Context, engine: Engine): GenerationOrder {
  const { prompt, model, ratio, resolution, quality, ref, duration, tier, set } = args.values
  if (prompt === undefined) throw new UsageError('generate needs --prompt TEXT.')
  if (duration !== undefined || tier !== undefined)
    throw new UsageError('Videos (--duration, --tier) are not there yet.')
  if (set !== undefined) throw new UsageError('--set is not there yet for generate.')
  const modelId = model ?? engine.store.keep.note(`last-model:${engine.origin}`)
  if (modelId === null)
    throw new UsageError('Give --model with an id of “models”; after that the last one used is taken.')
  const addresses = (ref ?? []).filter((reference) => /^[a-z]+:\/\//i.test(reference))
  if (addresses.length > 0) throw new UsageError('References by address are not there yet. Give a file.')
  if (model === undefined) output.say(`Model: ${modelId}, the last one used.`)
  return {
    prompt,
    modelId,
    ...(ratio === undefined ? {} : { aspectRatio: ratio }),
    ...(resolution === undefined ? {} : { resolution }),
    ...(quality === undefined ? {} : { quality }),
    ...(ref === undefined ? {} : { references: ref.map((path) => resolve(path)) }),
  }
}
