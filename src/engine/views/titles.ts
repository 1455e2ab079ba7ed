import type { Json } from '../../domain/json.ts'
import { longestStem, safeName } from '../../domain/naming/file-name.ts'
import { afterPrefix, practicePrefix } from '../../domain/naming/practice-prefix.ts'
import { skillWord } from '../../domain/naming/skill-word.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { sourceName } from '../../domain/request/sources.ts'
import { sanitizeText } from '../platform/text.ts'
import { practiceOrigin } from '../remote/address.ts'

/** What people call a request: its prompt, or its source file's name. */
export function titleOf(receipt: Receipt): string {
  const { order } = receipt
  if (order.kind === 'skill') {
    // §4.12: a poster is about something; the pictures that go with it do not name it.
    if (typeof order.fields.brand === 'string') return sanitizeText(order.fields.brand)
    const source = order.pictures[0]?.source
    return source ? sanitizeText(sourceName(source)) : (firstText(order.fields) ?? order.skill)
  }
  const prompt = typeof order.fields.prompt === 'string' ? order.fields.prompt.replace(/\s+/g, ' ').trim() : ''
  return prompt.length > 120 ? `${prompt.slice(0, 119)}…` : prompt
}

/** A Skill without a picture is known by what it is about: the first text among its fields. */
function firstText(fields: Record<string, Json>): string | null {
  const text = Object.values(fields).find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof text === 'string' ? sanitizeText(text).slice(0, 80) : null
}

/**
 * The same, fit to begin a file's name: a source gives its stem, which is cut before the Skill's word is. A source that is
 * practice's, or came out of this Skill, says so once.
 */
export function stemOf(receipt: Receipt): string {
  const { order, origin } = receipt
  // Practice says so in the very name: a made-up picture must never pass for a paid one.
  const prefix = origin === practiceOrigin ? practicePrefix : ''
  const title = titleOf(receipt)
  if (order.kind !== 'skill') return prefix + title
  const isFileName = order.pictures.length > 0 && typeof order.fields.brand !== 'string'
  const named = isFileName ? title.replace(/\.[^.]*$/, '') : title
  const stem = afterPrefix(named, prefix)
  const word = `-${skillWord(order.skill)}`
  if (stem.endsWith(word.slice(1))) return prefix + stem
  return `${prefix}${safeName(stem, longestStem - prefix.length - word.length)}${word}`
}

/** Model or Skill and the settings that matter. */
export function subtitleOf(receipt: Receipt): string {
  const { order } = receipt
  if (order.kind === 'skill') {
    const size = receipt.batch && receipt.batch.size > 1 ? `from a batch of ${receipt.batch.size}` : ''
    return [order.skill, size].filter(Boolean).join(', ')
  }
  const { aspectRatio, resolution, quality } = order.fields
  return [order.modelName, aspectRatio, resolution, quality].filter((word) => typeof word === 'string').join(', ')
}
