import { z } from 'zod'
import { text } from '../fields.ts'
import { watchAllowance, watchForm, watchPrice, watchSetUp, watchView } from '../watch.ts'
import { call, nothing } from './call.ts'

export const watchCallSchemas = {
  'watch.list': call('engine', nothing, z.array(watchView)),
  /** What one file of a folder would cost with a form; nothing is set up. */
  'watch.price': call('engine', watchForm, watchPrice),
  /** The same of one that is set up. */
  'watch.priceOf': call('engine', z.object({ id: text(64) }), watchPrice),
  /** Begins to watch a folder: new files in it are ordered by themselves, within the price and the cap that were shown. */
  'watch.setUp': call('engine', watchSetUp, z.array(watchView)),
  /** Goes on with one, at the price that was shown and under this cap. */
  'watch.switchOn': call('engine', watchAllowance.extend({ id: text(64) }), z.array(watchView)),
  'watch.pause': call('engine', z.object({ id: text(64) }), z.array(watchView)),
  'watch.remove': call('engine', z.object({ id: text(64) }), z.array(watchView)),
  'watch.lookNow': call('engine', z.object({ id: text(64) }), z.array(watchView)),
} as const
