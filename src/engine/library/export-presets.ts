import { z } from 'zod'
import {
  type ExportPreset,
  exportPreset,
  mostExportPresets,
  withoutPreset,
  withPreset,
} from '../../domain/export/wish.ts'
import { NotNowError } from '../platform/call-error.ts'
import type { DurableSettings } from '../store/durable-settings.ts'

const presets = z.array(z.unknown())

/** Ways to export that a person has named. Those of a newer Printroom that this one does not know are not shown. */
export function exportPresetsIn(text: string | null): ExportPreset[] {
  return kept(text).flatMap((each) => {
    const read = exportPreset.safeParse(each)
    return read.success ? [read.data] : []
  })
}

function kept(text: string | null): unknown[] {
  try {
    return presets.parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}

/** @throws NotNowError where there are too many */
export function keepExportPreset(settings: DurableSettings, preset: ExportPreset): void {
  change(settings, (now) => {
    const then = withPreset(now, preset)
    if (then.length > mostExportPresets)
      throw new NotNowError(`There are ${mostExportPresets} presets. Delete one, then save this one.`)
    return then
  })
}

export function dropExportPreset(settings: DurableSettings, name: string): void {
  change(settings, (now) => withoutPreset(now, name))
}

/** What is not understood stays as it is. */
function change(settings: DurableSettings, how: (now: ExportPreset[]) => ExportPreset[]): void {
  settings.changeExportPresets((text) => {
    const unknown = kept(text).filter((each) => !exportPreset.safeParse(each).success)
    return JSON.stringify([...how(exportPresetsIn(text)), ...unknown])
  })
}
