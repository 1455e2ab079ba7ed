import { z } from 'zod'
import { longestDraft } from '../../../contract/drafts.ts'
import type { CallInput } from '../../../contract/ipc.ts'
import { type TouchUpStroke, touchUpStrokes } from '../../../domain/touch-up/stroke.ts'
import { call } from '../../bridge/bridge.ts'
import { saveLater } from '../../stores/save-later.ts'

const form = 'touch-up'
/** Of the pictures that were drawn on last. */
const mostKept = 10

const draftsOf = z.array(z.object({ id: z.string().max(64), strokes: touchUpStrokes })).max(mostKept)
export type StrokeDrafts = z.infer<typeof draftsOf>

const save = saveLater(form)

/** What was drawn and not saved, in this home. */
export async function readStrokes(): Promise<StrokeDrafts> {
  const answer = await call('drafts.load', { form })
  return (answer.ok && draftsOf.safeParse(answer.value).data) || []
}

/** The newest first; the oldest give way where all of them are more than a form may be. */
export function withStrokes(drafts: StrokeDrafts, id: string, strokes: TouchUpStroke[]): StrokeDrafts {
  const others = drafts.filter((each) => each.id !== id)
  const all = strokes.length === 0 ? others : [{ id, strokes }, ...others].slice(0, mostKept)
  while (all.length > 1 && JSON.stringify(all).length > longestDraft) all.pop()
  return all
}

export const keepStrokes = (drafts: StrokeDrafts): void => save(drafts satisfies CallInput<'drafts.save'>['value'])
