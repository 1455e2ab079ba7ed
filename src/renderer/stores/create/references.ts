import type { InspectedFile } from '../../../contract/files.ts'
import { mostFiles, mostPictures } from '../../../contract/limits.ts'
import { isAddress } from '../../../domain/form/address.ts'
import { call, callMain } from '../../bridge/bridge.ts'
import { chunk } from '../../grid/chunk.ts'
import { keepFirst, picturesLeft } from '../keep-first.ts'
import type { CreateApi, CreateSlice } from './state.ts'

/** Each once, and no more than one order takes. */
export const withinOrder = (references: readonly string[]): string[] =>
  keepFirst([...new Set(references)], mostPictures, picturesLeft)

/** Files that came back with a form are looked at again: they may be gone, or be other pictures by now. */
export async function lookAtReferences({ getState, setState }: CreateApi): Promise<void> {
  const files = getState().form.references.filter((reference) => !isAddress(reference))
  if (files.length === 0) return
  const inspected = await call('files.inspect', { files })
  if (!inspected.ok) return
  const looked = inspected.value.map((file) => [file.file, file] as const)
  setState((old) => ({ looked: new Map([...old.looked, ...looked]) }))
}

/** Pictures that guide the order. */
export const referencesSlice: CreateSlice<
  'looked' | 'addReferences' | 'addFiles' | 'addAddresses' | 'removeReference'
> = (set, get) => ({
  looked: new Map(),

  addReferences: (files) => {
    const { form, looked, change } = get()
    const usable = files.filter((file) => file.problem === null).map(({ file }) => file)
    const references = withinOrder([...form.references, ...usable])
    const shown = new Set(references)
    const seen = files.filter((file) => file.problem !== null || shown.has(file.file))
    set({ looked: new Map([...looked, ...seen.map((file) => [file.file, file] as const)]) })
    change({ references })
  },

  addFiles: async (files) => {
    const looked: InspectedFile[] = []
    for (const some of chunk(files, mostFiles)) {
      const answer = await callMain('files.inspect', { files: some })
      if (answer === null) return false
      looked.push(...answer.value)
    }
    get().addReferences(looked)
    return true
  },

  addAddresses: (addresses) => {
    const { form, change } = get()
    change({ references: withinOrder([...form.references, ...addresses]) })
  },

  removeReference: (reference) => {
    const { form, looked, change } = get()
    set({ looked: new Map([...looked].filter(([each]) => each !== reference)) })
    change({ references: form.references.filter((each) => each !== reference) })
  },
})
