import { call } from '../../bridge/bridge.ts'
import { firstSkill, knownSkills } from '../../format/skill-names.ts'
import { readDraft } from '../../forms/skill-draft.ts'
import { wasTouched } from '../save-later.ts'
import { heldAgainst } from './catalogue.ts'
import { type Intake, putSources } from './intake.ts'
import { type SkillSlice, type SkillsApi, skillOf, skillWorkOf } from './state.ts'
import { changeWork, draftName, emptiedForHome, keepWork, sameForm } from './write.ts'

async function loadChosen({ getState, setState }: SkillsApi): Promise<void> {
  const last = await call('drafts.load', { form: 'skills' })
  const named = last.ok && typeof last.value === 'object' && last.value !== null && !Array.isArray(last.value)
  const chosen = named && 'chosen' in Object(last.value) ? Object(last.value).chosen : null
  if (knownSkills.includes(chosen) && getState().chosen === firstSkill) setState({ chosen })
}

async function loadDraft(store: SkillsApi, id: string): Promise<void> {
  const { getState } = store
  const isSame = sameForm(id)
  const to: Intake = { store, write: (id, part) => isSame() && changeWork(store, id, part), keepsUnread: true }
  const answer = await call('drafts.load', { form: draftName(id) })
  if (!answer.ok || answer.value === null) return
  const { files, pictures, ...draft } = readDraft(answer.value)
  const work = skillWorkOf(getState(), id)
  // What was typed while the draft was on its way wins.
  const values = { ...draft.values, ...work.values }
  to.write(id, heldAgainst({ ...work, ...draft, values }, skillOf(getState(), id)))
  await putSources(to, id, files, 'files')
  for (const [field, some] of Object.entries(pictures))
    await putSources(to, id, some, { field, most: Number.POSITIVE_INFINITY })
  // Typed meanwhile: what was written down then lacks these files.
  if (isSame() && wasTouched(draftName(id))) keepWork(store, id, {})
}

/** The forms as this home keeps them. */
export const draftsSlice: SkillSlice<'works' | 'loadDrafts' | 'clear'> = (set, _get, store) => ({
  works: {},

  clear: (kept) => {
    for (const id of knownSkills) if (!kept.has(draftName(id))) emptiedForHome(id)
    set((old) => ({
      skills: null,
      stands: {},
      chosen: kept.has('skills') ? old.chosen : firstSkill,
      works: Object.fromEntries(Object.entries(old.works).filter(([id]) => kept.has(draftName(id)))),
    }))
  },

  loadDrafts: async (kept = new Set()) => {
    await loadChosen(store)
    await Promise.all(knownSkills.filter((id) => !kept.has(draftName(id))).map((id) => loadDraft(store, id)))
  },
})
