import type { Skill } from '../catalogue/skill.ts'
import { isRecord, type Json } from '../json.ts'
import type { Problem } from './problem.ts'
import { defaultsOf, propertiesOf } from './skill-form.ts'

/**
 * What the document says beside the schema (§4.11–4.14). The rules hang on the fields a Skill has, not on its id:
 * a catalogue with other names keeps them, and one without these fields never meets them.
 */
export interface RuledSkill {
  /** Fields as they will be sent: ignored ones left out, defaults that decide the price written down. */
  fields: Record<string, Json>
  problems: Problem[]
  notes: string[]
}

/** Characters as people count them, after trimming. */
const lengthOf = (text: string): number => [...text.trim()].length

const trimmed = (value: Json): Json => (typeof value === 'string' ? value.trim() : value)

/** Longest texts by field (§8, "Text fields"), and the shortest where one is required. */
export const textLimits: Record<string, { max: number; min?: number }> = {
  brand: { max: 60, min: 1 },
  content: { max: 500 },
  extraNotes: { max: 500 },
  customStyle: { max: 200 },
  customPrompt: { max: 300 },
  uiLocale: { max: 35 },
  productName: { max: 200 },
  sellingPoints: { max: 2000 },
  extraRequirements: { max: 500 },
}

/** Most pictures of fields that take several (§4.11, §4.12). */
export const pictureLimits: Record<string, number> = { extraProductImages: 2, productImages: 3 }

export function applySkillRules(skill: Skill, values: Record<string, Json>, pictures: { field: string }[]): RuledSkill {
  const properties = propertiesOf(skill)
  const has = (name: string): boolean => Object.hasOwn(properties, name)
  const problems: Problem[] = []
  const notes: string[] = []
  const fields = { ...values }
  for (const [name, limit] of Object.entries(textLimits))
    if (has(name)) {
      // Sent without the spaces around it: so it has one length, whoever counts.
      if (fields[name] !== undefined) fields[name] = trimmed(fields[name])
      problems.push(...textProblems(name, fields[name], limit))
    }
  for (const [name, max] of Object.entries(pictureLimits)) {
    const count = pictures.filter(({ field }) => field === name).length
    if (has(name) && count > max)
      problems.push({
        field: name,
        message: `${name} takes up to ${max} pictures; there are ${count}. Remove some.`,
      })
  }
  if (has('modules')) applyModules(skill, fields, has('customModules'), problems)
  if (has('customPrompt') && has('mode')) applyBackground(skill, fields, problems, notes)
  if (has('customStyle') && has('styleId')) applyStyle(fields, notes)
  if (has('confirmedCredits') && fields.confirmedCredits !== undefined)
    problems.push({
      field: 'confirmedCredits',
      message: 'confirmedCredits is given by the app, from the price you accept. Remove it.',
    })
  return { fields, problems, notes }
}

function textProblems(name: string, value: Json | undefined, limit: { max: number; min?: number }): Problem[] {
  if (value === undefined || typeof value !== 'string') return []
  const length = lengthOf(value)
  if (length > limit.max)
    return [{ field: name, message: `${name} has ${length} characters; the limit is ${limit.max}. Shorten it.` }]
  return limit.min !== undefined && length < limit.min
    ? [{ field: name, message: `${name} is required.`, isMissing: true }]
    : []
}

/** §4.11: 1 to 6 images, one a module; the modules are always sent, so that the price is certain (A20). */
function applyModules(skill: Skill, fields: Record<string, Json>, customToo: boolean, problems: Problem[]): void {
  const modules = fields.modules ?? defaultsOf(skill).modules ?? ['hero', 'detail', 'scene']
  fields.modules = modules
  const custom = customToo && Array.isArray(fields.customModules) ? fields.customModules.map(trimmedMembers) : []
  if (custom.length > 0) fields.customModules = custom
  const list = Array.isArray(modules) ? modules : []
  if (new Set(list.map(String)).size < list.length)
    problems.push({ field: 'modules', message: 'A module is listed twice. Use each once.' })
  custom.forEach((entry, index) => {
    problems.push(...customModuleProblems(entry, index))
  })
  const count = list.length + custom.length
  if (count < 1 || count > 6)
    problems.push({
      field: 'modules',
      message: `There are ${count} modules. Choose 1 to 6, including custom ones.`,
    })
}

const trimmedMembers = (entry: Json): Json =>
  isRecord(entry) ? Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, trimmed(value)])) : entry

function customModuleProblems(entry: Json, index: number): Problem[] {
  const place = `Custom module ${index + 1}`
  const wrong = (message: string): Problem[] => [{ field: 'customModules', message }]
  if (!isRecord(entry)) return wrong(`${place} needs a name and a description.`)
  const { name, description, ...others } = entry
  if (typeof name !== 'string' || lengthOf(name) < 1 || lengthOf(name) > 40)
    return wrong(`${place} needs a name of 1 to 40 characters.`)
  if (typeof description !== 'string' || lengthOf(description) < 1 || lengthOf(description) > 500)
    return wrong(`${place} needs a description of 1 to 500 characters.`)
  const [other] = Object.keys(others)
  return other === undefined ? [] : wrong(`${place} has no “${other}”, only a name and a description. Remove it.`)
}

/** §4.13: `custom` needs its prompt; in `white` ratio and quality are ignored, so they are left out (A18). */
function applyBackground(skill: Skill, fields: Record<string, Json>, problems: Problem[], notes: string[]): void {
  const mode = fields.mode ?? defaultsOf(skill).mode ?? 'smart'
  const prompt = fields.customPrompt
  if (mode === 'custom' && (typeof prompt !== 'string' || lengthOf(prompt) === 0))
    problems.push({
      field: 'customPrompt',
      message: 'The mode “custom” needs customPrompt. Describe the background.',
    })
  if (mode !== 'custom' && typeof prompt === 'string' && prompt !== '')
    notes.push('customPrompt is used in the mode “custom” only. Choose that mode to use it.')
  if (mode !== 'white') return
  for (const name of ['ratio', 'quality'])
    if (fields[name] !== undefined) {
      delete fields[name]
      notes.push(`In the mode “white” ${name} is ignored and not sent.`)
    }
}

/** §4.12: a style in words wins over a listed one. */
function applyStyle(fields: Record<string, Json>, notes: string[]): void {
  const { customStyle } = fields
  if (typeof customStyle !== 'string' || customStyle.trim() === '' || fields.styleId === undefined) return
  delete fields.styleId
  notes.push('customStyle is used instead of styleId.')
}

/** Whether the Skill takes the original itself and never a reference upload (§4.14; O108): known by its own fields. */
export const takesOriginal = (skill: Skill): boolean => Object.hasOwn(propertiesOf(skill), 'allowDownscale')
