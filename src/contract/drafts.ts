import { z } from 'zod'
import { json } from '../domain/json.ts'
import { isTextWithin } from './json-tree.ts'
import { longestPresetFile } from './presets.ts'

/** A form of the window, or that of one Skill. */
export const draftForm = z.string().max(80)

/** Forms of one home: the window's own, and one for each Skill that a service has had. One more is not kept. */
export const mostDrafts = 100
/** All forms together, as they lie on the disk: two as long as a file of presets may be. More is not kept. */
export const mostDraftBytes = 100_000_000
/** Longest text of one form as it is kept, UTF-16 units: a batch of files and its settings. */
export const longestDraft = 4_000_000
/** Many prompts, or presets, are what somebody has written; they may be as long as a file of presets. */
const longForms: ReadonlySet<string> = new Set(['create', 'create-presets'])

export const draft = z
  .object({ form: draftForm, value: json })
  .refine(
    ({ form, value }) => isTextWithin(value, longForms.has(form) ? longestPresetFile : longestDraft),
    'not JSON, or too long',
  )
