import type { Practice } from '../context.ts'
import { jsonAnswer, refuseSkill } from '../http/answer.ts'
import type { Call } from '../http/router.ts'
import { brandPoster } from './brand-poster.ts'
import { livePricing } from './live-price.ts'
import { productDetail } from './product-detail.ts'
import { removeBg } from './remove-bg.ts'
import type { PracticeSkill } from './skill.ts'
import { styleSamples } from './style-samples.ts'
import { upscaleSkill } from './upscale.ts'
import { whiteBg } from './white-bg.ts'

const skills: PracticeSkill[] = [removeBg, productDetail, brandPoster, whiteBg, upscaleSkill]

export function findSkill(id: string | null): PracticeSkill | null {
  return skills.find((skill) => skill.id === id) ?? null
}

/** The styles of posters with a picture each, beside their enumeration; a keyword of our own, as no document has one. */
function shown(practice: Practice, { inputSchema: schema, formNeeds = [] }: PracticeSkill) {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    name === 'styleId' ? [name, { ...property, 'x-samples': styleSamples(practice) }] : [name, property],
  )
  return { ...schema, properties: Object.fromEntries(properties), required: [...(schema.required ?? []), ...formNeeds] }
}

/** §4.7: exactly the fields of an entry that the document names. */
function entryOf(practice: Practice, skill: PracticeSkill) {
  const { id, tool, materials, maxOutputImages } = skill
  const inputSchema = shown(practice, skill)
  const pricing = livePricing(practice, skill)
  return { endpoint: `/api/skills/${id}/run`, tool, materials, pricing, maxOutputImages, inputSchema }
}

/** `GET /api/skills`. The container is not in the document: an array under `skills`, also for a single one. */
export function listSkills(call: Call) {
  const wanted = call.query.get('skill')
  const listed = wanted === null ? skills : skills.filter(({ id }) => id === wanted)
  if (listed.length === 0) throw refuseSkill(404, `unknown skill: ${wanted}`)
  return jsonAnswer(
    200,
    { success: true, skills: listed.map((skill) => entryOf(call.practice, skill)) },
    { 'cache-control': 'public, max-age=300' },
  )
}
