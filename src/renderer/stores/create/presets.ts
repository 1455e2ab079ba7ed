import { type Preset, withFormPreset, withoutFormPreset } from '../../forms/presets.ts'
import { saveLater } from '../save-later.ts'
import { type CreateSlice, plainJson } from './state.ts'

const savePresets = saveLater('create-presets')

/** Settings that somebody keeps by a name. */
export const presetsSlice: CreateSlice<'presets' | 'savePreset' | 'setPresets' | 'removePreset'> = (set, get) => {
  const keep = (presets: readonly Preset[]): void => {
    set({ presets })
    savePresets(plainJson(presets))
  }
  return {
    presets: [],
    savePreset: (preset) => keep(withFormPreset(get().presets, preset)),
    setPresets: (presets) => keep([...presets]),
    removePreset: (preset) => keep(withoutFormPreset(get().presets, preset)),
  }
}
