import { z } from 'zod'
import { draft, draftForm } from '../drafts.ts'
import { text } from '../fields.ts'
import { jsonTree } from '../json-tree.ts'
import { generationOrder, skillOrder } from '../orders.ts'
import { longestPresetFile } from '../presets.ts'
import { promptView } from '../views.ts'
import { defineCall, nothing } from './call.ts'

export const formCallSchemas = {
  /** Prompts that were ordered here, the newest first, from the receipts: they come back wherever those do. */
  'prompts.history': defineCall(
    'engine',
    z.object({ search: text(400).optional(), limit: z.number().int().min(1).max(200) }),
    z.array(promptView),
  ),
  /** The order behind a generation, to fill the form with; null for what is none. */
  'prompts.orderOf': defineCall(
    'engine',
    z.object({ id: text(64) }),
    z.object({ order: generationOrder, mediaType: z.string() }).nullable(),
  ),

  /** The settings behind a Skill's request, to fill its form with; without its price, and null for what is none. */
  'skills.orderOf': defineCall('engine', z.object({ id: text(64) }), skillOrder.nullable()),

  /** Asks where to, and writes the presets of Create there; null when it was called off. */
  'presets.export': defineCall(
    'main',
    z.object({ text: text(longestPresetFile) }),
    z.object({ path: z.string() }).nullable(),
  ),
  /** Asks for a file and reads it; what is in it the window judges. Null when it was called off. */
  'presets.import': defineCall('main', nothing, z.object({ name: z.string(), text: z.string() }).nullable()),

  /** Forms as they are typed, so that they come back after a crash. Handles in them mean the same files then. */
  'drafts.load': defineCall('main', z.object({ form: draftForm }), jsonTree.nullable()),
  'drafts.save': defineCall('main', draft, nothing),
} as const
