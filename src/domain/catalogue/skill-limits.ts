import { isRecord, type Json } from '../json.ts'
import type { Skill } from './skill.ts'

/** Far above any form that a person fills in; what is above it is made to stop whoever reads it, or broken. */
const most = { values: 5000, members: 256, depth: 32, characters: 512 * 1024 }
/** The pictures of a form's options are looked for in the materials, each of them in all of it. */
const mostPairs = 4_000_000

interface Size {
  values: number
  members: number
  depth: number
  characters: number
}

function measure(node: Json, size: Size, depth: number): void {
  size.values += 1
  size.depth = Math.max(size.depth, depth)
  if (typeof node === 'string') size.characters += node.length
  if (typeof node !== 'object' || node === null || depth > most.depth) return
  const parts: Json[] = Array.isArray(node) ? node : Object.values(node)
  if (isRecord(node)) size.members = Math.max(size.members, parts.length)
  for (const part of parts) measure(part, size, depth + 1)
}

function sizeOf(node: Json): Size {
  const size = { values: 0, members: 0, depth: 0, characters: 0 }
  measure(node, size, 0)
  return size
}

const isSmall = ({ values, depth, characters }: Size): boolean =>
  values <= most.values && depth <= most.depth && characters <= most.characters

/** Whether all that is made of a listed Skill (its form, its prices, a check) takes no longer than a form may. */
export function isReadable({ inputSchema, materials, pricing }: Skill): boolean {
  const form = sizeOf(inputSchema)
  const shown = sizeOf(materials)
  return (
    [form, shown, sizeOf(pricing)].every(isSmall) &&
    // A reference copies all members of what it leads to.
    form.members <= most.members &&
    form.values * shown.values <= mostPairs
  )
}
