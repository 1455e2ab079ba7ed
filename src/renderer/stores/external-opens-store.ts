import { create } from 'zustand'
import type { InspectedFile } from '../../contract/files.ts'

/** What a link would put into a form where something stands already. */
export interface Fill {
  /** The form, by its name. */
  form: string
  parts: { name: string; value: string }[]
  /** What of the link goes nowhere, in sentences. */
  left: string[]
  run: () => void
}

interface ExternalOpens {
  /** Files that were opened with the app, until somebody says what they are for. */
  files: readonly InspectedFile[]
  /** A link's words, until somebody says whether they may take the place of what was typed. */
  fill: Fill | null
  offerFiles: (files: readonly InspectedFile[]) => void
  clearFiles: () => void
  offerFill: (fill: Fill) => void
  clearFill: () => void
}

export const useExternalOpens = create<ExternalOpens>((set) => ({
  files: [],
  fill: null,
  // Systems hand over several chosen files one after the other.
  offerFiles: (files) =>
    set((old) => ({ files: [...new Map([...old.files, ...files].map((file) => [file.file, file])).values()] })),
  clearFiles: () => set({ files: [] }),
  offerFill: (fill) => set({ fill }),
  clearFill: () => set({ fill: null }),
}))
