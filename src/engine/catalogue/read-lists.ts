import { wireModel, wireModels, wireSkill } from '../../contract/wire.ts'
import type { Model } from '../../domain/catalogue/model.ts'
import type { Skill } from '../../domain/catalogue/skill.ts'
import { isReadable } from '../../domain/catalogue/skill-limits.ts'
import type { Json } from '../../domain/json.ts'
import { sanitizeText } from '../platform/text.ts'

/** An answer that says itself that it is none, whatever else it holds. */
const isRefused = (body: Json): boolean =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && body.success === false

/** §2.4, §4.4. Entries that are no models are left out; null where it is no list at all. */
export function readModels(body: Json): Model[] | null {
  if (isRefused(body)) return null
  const list = wireModels.safeParse(body)
  if (!list.success) return null
  return list.data.models.flatMap((entry) => {
    const parsed = wireModel.safeParse(entry)
    if (!parsed.success) return []
    const wire = parsed.data
    return [
      {
        id: wire.id,
        name: sanitizeText(wire.name ?? wire.id),
        provider: sanitizeText(wire.provider ?? ''),
        // A video taken for an image would be quoted at a price that is not its own.
        mediaType: wire.media_type ?? '',
        ratios: wire.supported_ratios ?? [],
        maxReferences: Math.max(0, Math.trunc(wire.max_reference_images ?? 0)),
        nominalCredits: wire.credits_per_generation,
        extra: wire.extra_config,
      },
    ]
  })
}

/**
 * §4.7. The container is not shown, so entries are known by what they must have, wherever they stand: in an array, in
 * a member of the body, or keyed by their id. Null where none is found.
 */
export function readSkills(body: Json): Skill[] | null {
  if (isRefused(body)) return null
  const found: Skill[] = []
  collect(body, null, found, 0)
  return found.length > 0 ? found : null
}

function collect(node: Json, key: string | null, into: Skill[], depth: number): void {
  if (depth > 3 || typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const entry of node) collect(entry, null, into, depth + 1)
    return
  }
  const wire = wireSkill.safeParse(node)
  const id = wire.success ? (wire.data.skill ?? idFrom(wire.data.endpoint) ?? wire.data.id ?? key) : null
  if (!wire.success || id === null) {
    for (const [name, entry] of Object.entries(node)) collect(entry, name, into, depth + 1)
    return
  }
  const { endpoint, tool, materials, pricing, maxOutputImages, inputSchema } = wire.data
  const skill: Skill = { id, endpoint, tool, materials, pricing, maxOutputImages, inputSchema }
  into.push(isReadable(skill) ? skill : { ...skill, materials: null, pricing: null, inputSchema: {}, unreadable: true })
}

/** `…/api/skills/{skill}/run` (§4.9). */
const idFrom = (endpoint: string | null): string | null => /\/skills\/([^/?#]+)\/run/.exec(endpoint ?? '')?.[1] ?? null
