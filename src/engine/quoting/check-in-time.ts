import { createContext, Script } from 'node:vm'
import type { Skill } from '../../domain/catalogue/skill.ts'
import type { Problem } from '../../domain/form/problem.ts'
import { unreadableForm } from '../../domain/form/schema-words.ts'
import { checkSkill } from '../../domain/form/skill-form.ts'
import type { Json } from '../../domain/json.ts'

/** Real time. A check takes some milliseconds; a pattern such as `^(a+)+$` would take centuries. */
const limitMs = 1000

const context = createContext({ work: null })
const script = new Script('work()')

/** How often a form was not checked in time, as it was listed: once may be a busy machine. */
const late = new WeakMap<Skill['inputSchema'], number>()

/** It comes out of the other context, so it is no `Error` of this one. */
const isLate = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

/**
 * `checkSkill`, ended where a pattern of the form would not end: the steps through a schema are counted, but those in one
 * pattern are nobody's to count, and only the runtime can stop them.
 */
export function checkSkillInTime(skill: Skill, fields: Record<string, Json>, pictures: string[]): Problem[] {
  const times = late.get(skill.inputSchema) ?? 0
  if (times > 1) return [unreadableForm(skill.id)]
  context.work = () => checkSkill(skill, fields, pictures)
  try {
    return script.runInContext(context, { timeout: limitMs }) as Problem[]
  } catch (error) {
    if (!isLate(error)) throw error
    late.set(skill.inputSchema, times + 1)
    return [unreadableForm(skill.id)]
  } finally {
    context.work = null
  }
}
