import type { Fields } from '../http/fields.ts'
import { type CopyLanguage, copyLanguages } from './phrases.ts'

/** The words that are printed on one picture. */
export interface Copy {
  headline: string
  points: string[]
  /** A line of its own at the foot, or a call. */
  closing: string | null
}

/** `auto` follows `uiLocale` (§4.11: a fallback), and is English where that says nothing either. */
export function languageOf({ language, uiLocale }: Fields): CopyLanguage {
  const wanted =
    language === 'auto'
      ? String(uiLocale ?? '')
          .slice(0, 2)
          .toLowerCase()
      : language
  return copyLanguages.find((known) => known === wanted) ?? 'en'
}

export function textIn(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** Lines as they were given; one long line is taken apart at its sentences. */
export function pointsIn(text: string): string[] {
  const lines = text
    .split(/[\n;•]+/)
    .map((line) => line.replace(/^[\s\-–—*·]+/, '').trim())
    .filter(Boolean)
  if (lines.length !== 1) return lines
  return (lines[0] ?? '').split(/(?<=[.!?])\s+/).filter(Boolean)
}
