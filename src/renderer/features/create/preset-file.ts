import { z } from 'zod'
import { longestPresetPrompt } from '../../../contract/presets.ts'
import { visibleText } from '../../../domain/links/visible-text.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { medias, readMediumSettings } from '../../forms/create-form.ts'
import { mostPresets, type Preset } from '../../forms/presets.ts'

/** What a file of presets says of itself; each entry is judged alone, so that one bad one costs only itself. */
const file = z.object({
  printroom: z.literal('presets'),
  version: z.literal(1),
  presets: z.array(z.unknown()).max(5000),
})

const entry = z.object({
  // What cannot be seen in a name makes two that look the same.
  name: z
    .string()
    .max(200)
    .transform((name) => name.replace(/[\p{Cc}\p{Cf}]/gu, '').trim())
    .pipe(z.string().min(1).max(60)),
  media: z.enum(medias),
  // Whether it can be ordered is said where it is used, as of one that was typed.
  prompt: z.string().nullable().default(null),
  settings: z.record(z.string().max(80), z.unknown()).nullable().default(null),
})

export interface ImportedPresets {
  presets: Preset[]
  added: number
  known: number
  /** Why each of the others was left out, in words. */
  refused: string[]
  /** Whether characters that nobody sees were left out. */
  hidden: boolean
}

/** All presets as one file: prompts and settings, nothing of this computer. */
export const presetFile = (presets: readonly Preset[]): string =>
  `${JSON.stringify({ printroom: 'presets', version: 1, presets }, null, 2)}\n`

const same = (a: Preset, b: Preset): boolean =>
  a.media === b.media && a.prompt === b.prompt && JSON.stringify(a.settings) === JSON.stringify(b.settings)

/** A name that is taken by another preset gets a number: nothing of one's own is replaced by a file. */
function freeName(preset: Preset, presets: readonly Preset[]): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? preset.name : `${preset.name.slice(0, 54)} (${n})`
    if (!presets.some((each) => each.name === name && each.media === preset.media)) return name
  }
}

/**
 * Takes in a file that may be anything. Models that this service does not list are kept: another account may have them.
 * @returns null where it is no file of presets
 */
export function importPresets(text: string, before: readonly Preset[]): ImportedPresets | null {
  let read: z.infer<typeof file>
  let hidden = false
  try {
    // A stranger's words, of which nothing goes into an order that nobody sees in it.
    const seen = (_: string, value: unknown): unknown => {
      const visible = typeof value === 'string' ? visibleText(value) : value
      hidden ||= visible !== value
      return visible
    }
    read = file.parse(JSON.parse(text, seen))
  } catch {
    return null
  }
  const done: ImportedPresets = { presets: [...before], added: 0, known: 0, refused: [], hidden }
  for (const [at, one] of read.presets.entries()) {
    const parsed = entry.safeParse(one)
    const place = at + 1
    if (!parsed.success) done.refused.push(t('entry {place} is not a preset', { place }))
    else if (parsed.data.prompt === null && parsed.data.settings === null)
      done.refused.push(t('entry {place} has no prompt or settings', { place }))
    else if ((parsed.data.prompt?.length ?? 0) > longestPresetPrompt)
      done.refused.push(
        t('the prompt of entry {place} is longer than {most} characters', { place, most: figure(longestPresetPrompt) }),
      )
    else {
      const { settings, ...rest } = parsed.data
      const preset: Preset = { ...rest, settings: settings === null ? null : readMediumSettings(settings) }
      const isBase = (each: Preset): boolean =>
        each.name === preset.name || each.name.startsWith(`${preset.name.slice(0, 54)} (`)
      if (done.presets.some((each) => isBase(each) && same(each, preset))) done.known += 1
      else if (done.presets.length >= mostPresets)
        done.refused.push(t('the limit is {most} presets', { most: mostPresets }))
      else {
        done.presets.push({ ...preset, name: freeName(preset, done.presets) })
        done.added += 1
      }
    }
  }
  return done
}

/** "12 added, 3 were there already, 1 could not be taken: …". */
export function importedWords({ added, known, refused, hidden }: Omit<ImportedPresets, 'presets'>): string {
  const [first] = refused
  const parts = [
    t('{added, plural, =0 {None} other {#}} added', { added }),
    ...(known > 0 ? [t('{known} already existed', { known })] : []),
    ...(first === undefined ? [] : [t('{count} could not be imported: {first}', { count: refused.length, first })]),
  ]
  const left = hidden ? ` ${t('Hidden characters were removed.')}` : ''
  return `${parts.join(', ')}.${left}`
}
