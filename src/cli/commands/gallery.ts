import { galleryImage } from '../../engine/catalogue/gallery.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'

/** One curated picture by its id, as the service has it (§4.5). */
export async function galleryCommand({ args, output, engine }: Context): Promise<ExitStatus> {
  const [, act, id, ...more] = args.words
  if (act !== 'show' || id === undefined || more.length > 0) throw new UsageError('gallery needs show ID.')
  const opened = await engine()
  const outcome = await galleryImage(id, {
    service: opened.service,
    keyValues: opened.store.keyValues,
    origin: opened.origin,
    now: Date.now,
  })
  if (outcome.type === 'missing')
    throw new RefusedError(`The gallery has no picture “${id}”. Check the id; your own pictures are in the library.`)
  if (outcome.type === 'failed')
    throw new RefusedError(`The gallery cannot be read. ${outcome.reason} Nothing was charged.`)
  output.line(outcome.image)
  if (outcome.stale)
    output.say(`The service does not answer; this is the copy of ${new Date(outcome.readAtMs).toISOString()}.`)
  for (const [name, value] of Object.entries(outcome.image))
    output.say(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return exitStatus.done
}
