import { z } from 'zod'
import { exportPicture } from '../../domain/export/choice.ts'
import { exportPreset, exportWish } from '../../domain/export/wish.ts'
import { exportSample, exportView } from '../exports.ts'
import { text } from '../fields.ts'
import { librarySelection } from '../library.ts'
import { call, nothing } from './call.ts'

export const exportCallSchemas = {
  /** Asks for a folder, then begins to export the chosen results there; the stored files are not touched. Null: none was chosen. */
  'library.export': call('main', z.object({ of: librarySelection, wish: exportWish }), exportView.nullable()),
  /** What is exported now, or came of it; null: nothing, or it was put out of sight. */
  'exports.now': call('engine', nothing, exportView.nullable()),
  /** What one result would become, really made; null where another one was asked for meanwhile. */
  'exports.sample': call(
    'engine',
    z.object({ id: text(64), picture: exportPicture, mark: z.boolean() }),
    exportSample.nullable(),
  ),
  'exports.pause': call('engine', nothing, exportView.nullable()),
  'exports.resume': call('engine', nothing, exportView.nullable()),
  /** What was exported stays in its folder. */
  'exports.stop': call('engine', nothing, exportView.nullable()),
  /** Puts what came of an ended one out of sight. */
  'exports.dismiss': call('engine', nothing, exportView.nullable()),
  /** Opens the folder of the last one. */
  'exports.showInFolder': call('main', nothing, nothing),
  /** Ways to export that were named, in the order of their names. */
  'exports.presets': call('engine', nothing, z.array(exportPreset)),
  /** Also in the place of one of that name. */
  'exports.keepPreset': call('engine', exportPreset, z.array(exportPreset)),
  'exports.dropPreset': call('engine', z.object({ name: text(60) }), z.array(exportPreset)),
} as const
