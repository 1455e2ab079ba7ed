import { z } from 'zod'
import { exportPicture } from '../../domain/export/choice.ts'
import { exportPreset, exportWish } from '../../domain/export/wish.ts'
import { exportSample, exportView } from '../exports.ts'
import { text } from '../fields.ts'
import { librarySelection } from '../library.ts'
import { defineCall, nothing } from './call.ts'

export const exportCallSchemas = {
  /** Asks for a folder, then begins to export the chosen results there; the stored files are not touched. Null: none was chosen. */
  'library.export': defineCall('main', z.object({ of: librarySelection, wish: exportWish }), exportView.nullable()),
  /** What is exported now, or came of it; null: nothing, or it was put out of sight. */
  'exports.now': defineCall('engine', nothing, exportView.nullable()),
  /** What one result would become, really made; null where another one was asked for meanwhile. */
  'exports.sample': defineCall(
    'engine',
    z.object({ id: text(64), picture: exportPicture, mark: z.boolean() }),
    exportSample.nullable(),
  ),
  'exports.pause': defineCall('engine', nothing, exportView.nullable()),
  'exports.resume': defineCall('engine', nothing, exportView.nullable()),
  /** What was exported stays in its folder. */
  'exports.stop': defineCall('engine', nothing, exportView.nullable()),
  /** Puts what came of an ended one out of sight. */
  'exports.dismiss': defineCall('engine', nothing, exportView.nullable()),
  /** Opens the folder of the last one. */
  'exports.showInFolder': defineCall('main', nothing, nothing),
  /** Ways to export that were named, in the order of their names. */
  'exports.presets': defineCall('engine', nothing, z.array(exportPreset)),
  /** Also in the place of one of that name. */
  'exports.keepPreset': defineCall('engine', exportPreset, z.array(exportPreset)),
  'exports.dropPreset': defineCall('engine', z.object({ name: text(60) }), z.array(exportPreset)),
} as const
