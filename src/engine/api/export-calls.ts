import type { CallInput, CallOutput, CallsOf } from '../../contract/ipc.ts'
import type { Engine } from '../engine.ts'
import { dropExportPreset, exportPresetsIn, keepExportPreset } from '../library/export-presets.ts'
import { NotNowError } from '../platform/call-error.ts'

type ExportCall = Extract<CallsOf<'engine'>, `exports.${string}`>

export type ExportCalls = { [N in ExportCall]: (input: CallInput<N>) => Promise<CallOutput<N>> }

/** What the window may ask about exports. Beginning one needs a folder, for which main asks a person. */
export function exportCalls(engine: Engine): ExportCalls {
  const { exports, exportSamples, store } = engine
  const settings = store.settings
  const writable = (): void => {
    if (store.readOnly) throw new NotNowError('This home can only be looked at now. The preset was not saved.')
  }
  const presets = () => exportPresetsIn(settings.exportPresets)
  return {
    'exports.now': async () => exports.view(),
    'exports.sample': async ({ id, picture, mark }) => {
      const asset = store.assets.get(id)
      if (!asset) throw new NotNowError('There is no such file in the library.')
      return exportSamples.of(asset, picture, mark)
    },
    'exports.pause': async () => exports.pause(),
    'exports.resume': async () => exports.resume(),
    'exports.stop': () => exports.stop(),
    'exports.dismiss': async () => exports.dismiss(),
    'exports.presets': async () => presets(),
    'exports.keepPreset': async (preset) => {
      writable()
      keepExportPreset(settings, preset)
      return presets()
    },
    'exports.dropPreset': async ({ name }) => {
      writable()
      dropExportPreset(settings, name)
      return presets()
    },
  }
}
