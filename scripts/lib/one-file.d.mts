import type { InlineConfig } from 'vite'

export function oneFile(name: string, entry: string, outDir: string | undefined): InlineConfig
