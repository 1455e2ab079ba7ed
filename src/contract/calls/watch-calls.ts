import { z } from 'zod'
import { text } from '../fields.ts'
import { watchAllowance, watchForm, watchPrice, watchSetUp, watchView } from '../watch.ts'
import { defineCall, nothing } from './call.ts'

export const watchCallSchemas = {
  'watch.list': defineCall('engine', nothing, z.array(watchView)),
  /** What one file of a folder would cost with a form; nothing is set up. */
  'watch.price': defineCall('engine', watchForm, watchPrice),
  /** The same of one that is set up. */
  'watch.priceOf': defineCall('engine', z.object({ id: text(64) }), watchPrice),
  /** Begins to watch a folder: new files in it are ordered by themselves, within the price and the cap that were shown. */
  'watch.setUp': defineCall('engine', watchSetUp, z.array(watchView)),
  /** Goes on with one, at the price that was shown and under this cap. */
  'watch.switchOn': defineCall('engine', watchAllowance.extend({ id: text(64) }), z.array(watchView)),
  'watch.pause': defineCall('engine', z.object({ id: text(64) }), z.array(watchView)),
  'watch.remove': defineCall('engine', z.object({ id: text(64) }), z.array(watchView)),
  'watch.lookNow': defineCall('engine', z.object({ id: text(64) }), z.array(watchView)),
} as const
