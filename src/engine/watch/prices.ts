import { unreadableForm } from '../../domain/form/schema-words.ts'
import { pictureFields } from '../../domain/form/skill-form.ts'
import { applySkillRules } from '../../domain/form/skill-rules.ts'
import type { Json } from '../../domain/json.ts'
import { pricedSkill } from '../catalogue/overcharges.ts'
import { skillPrice } from '../catalogue/price-by-list.ts'
import { checkSkillInTime } from '../quoting/check-in-time.ts'
import type { WatchContext } from './context.ts'

/** What one file costs with a form as it stands, and what is wrong with the form. */
export interface FilePrice {
  credits: number | null
  /** A sentence; null where each file of a folder can be ordered with it. */
  problem: string | null
}

export interface WatchForm {
  skill: string
  values: Record<string, Json>
  pictures: { field: string; source: string }[]
}

/** The consent to a resize is given for each picture that needs one, never beforehand for all that may come (§4.14.2). */
export function withoutConsents(values: Record<string, Json>): Record<string, Json> {
  const { allowDownscale: _, ...rest } = values
  return rest
}

/** Works out what one file costs by the live list. */
export async function filePrice(engine: WatchContext, { skill: id, values, pictures }: WatchForm): Promise<FilePrice> {
  const list = await engine.skills.get()
  const none = (problem: string): FilePrice => ({ credits: null, problem })
  if (list.value === null)
    return none(`The list of Skills with its prices cannot be read. ${list.problem ?? ''} Try again later.`)
  const skill = list.value.find((one) => one.id === id)
  if (!skill) return none('The service does not list this Skill now.')
  if (skill.unreadable) return none(unreadableForm(skill.id).message)
  const main = pictureFields(skill).find((field) => field.required)
  if (!main) return none('This Skill needs no picture, so there is nothing to watch for.')
  const others = pictures.filter(({ field }) => field !== main.name)
  const filled = [{ field: main.name }, ...others]
  const ruled = applySkillRules(skill, withoutConsents(values), filled)
  const found = checkSkillInTime(
    skill,
    ruled.fields,
    filled.map(({ field }) => field),
  )
  const [problem] = [...ruled.problems, ...found]
  if (problem) return none(problem.message)
  const readAtMs = list.readAtMs ?? 0
  const { price, credits } = engine.overcharges.priced(pricedSkill(id, ruled.fields), ({ fields }) =>
    skillPrice({ skill: id, fields }, [skill], readAtMs),
  ).quote
  if (price !== 'known' || credits === null)
    return none('The service shows no price that can be read now, so no folder can be watched with it.')
  return { credits, problem: null }
}
