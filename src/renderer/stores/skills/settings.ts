import { callMain } from '../../bridge/bridge.ts'
import { skillLabels } from '../../format/skill-names.ts'
import { mainField } from '../../forms/skill-form.ts'
import { asOrderedWords, sayFilled } from '../say-filled.ts'
import { type SkillSlice, type SkillWork, skillOf, skillWorkOf } from './state.ts'
import { keepWork } from './write.ts'

const isFilled = ({ values, pictures }: SkillWork): boolean =>
  Object.keys(values).length > 0 || Object.values(pictures).some((files) => files.length > 0)

/** What an order replaces of a form: all but its files. */
const settingsText = ({ values, pictures }: SkillWork): string => JSON.stringify([values, pictures])

/** The settings of a form, and what one request costs as they stand. */
export const settingsSlice: SkillSlice<'stands' | 'stand' | 'set' | 'takeOrderOf'> = (set, get, store) => ({
  stands: {},
  stand: (id, quoted) => set((old) => ({ stands: { ...old.stands, [id]: quoted } })),

  set: (id, name, value) => {
    set(({ stands: { [id]: _, ...others } }) => ({ stands: others }))
    const { [name]: _, ...others } = skillWorkOf(get(), id).values
    keepWork(store, id, { values: value === undefined ? others : { ...others, [name]: value } })
  },

  takeOrderOf: async (requestId) => {
    const answer = await callMain('skills.orderOf', { id: requestId })
    if (!answer?.value) return null
    const { skill: id, values = {}, pictures = [] } = answer.value
    const skill = skillOf(get(), id)
    const names = new Set(skill?.fields.map(({ name }) => name))
    const known = Object.entries(values).filter(([name]) => skill === null || names.has(name))
    const before = skillWorkOf(get(), id)
    keepWork(store, id, { values: Object.fromEntries(known), pictures: {} })
    const main = skill === null ? null : mainField(skill)?.name
    for (const { field, source } of pictures)
      if (field !== main) await get().addSources(id, [source], { field, most: Number.POSITIVE_INFINITY })
    const isReplaced = isFilled(before) && settingsText(before) !== settingsText(skillWorkOf(get(), id))
    const back = (): void => keepWork(store, id, { values: before.values, pictures: before.pictures })
    sayFilled(asOrderedWords(skillLabels(id).name), isReplaced ? back : null)
    return id
  },
})
