import { longestPresetPrompt } from '../../contract/presets.ts'
import { figure } from '../format/format.ts'
import { t } from '../format/messages.ts'
import { type Media, type MediumSettings, medias, readMediumSettings } from './create-form.ts'

/** Settings, a prompt or both under a name, of one medium. */
export interface Preset {
  name: string
  media: Media
  prompt: string | null
  /** Null: the prompt alone. */
  settings: MediumSettings | null
}

export const mostPresets = 500

/** What stands against keeping so long a prompt. */
export const tooLongPreset = (prompt: string): string =>
  t('The prompt has {count} characters; the limit for presets is {most}.', {
    count: figure(prompt.length),
    most: figure(longestPresetPrompt),
  })

/** A preset of the same name and medium is replaced; the newest stands first. */
export const withFormPreset = (presets: readonly Preset[], preset: Preset): Preset[] =>
  [preset, ...withoutFormPreset(presets, preset)].slice(0, mostPresets)

export const withoutFormPreset = (presets: readonly Preset[], { name, media }: Preset): Preset[] =>
  presets.filter((each) => each.name !== name || each.media !== media)

/** What was kept comes back as plain JSON: an entry that is none is passed over. */
export function presetsFromDraft(draft: unknown): Preset[] {
  if (!Array.isArray(draft)) return []
  return draft.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null) return []
    const { name, media, prompt, settings } = each as Partial<Record<keyof Preset, unknown>>
    const kind = medias.find((known) => known === media)
    if (typeof name !== 'string' || name === '' || kind === undefined) return []
    const text = typeof prompt === 'string' ? prompt : null
    return [
      {
        name,
        media: kind,
        prompt: text,
        settings: settings === null && text !== null ? null : readMediumSettings(settings),
      },
    ]
  })
}
