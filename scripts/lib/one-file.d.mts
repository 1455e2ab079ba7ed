import type { InlineConfig, Rolldown } from 'vite'

export function oneFile(name: string, entry: string, outDir: string | undefined): InlineConfig

export function inPieces(
  name: string,
  entry: string,
  outDir: string | undefined,
  groups: readonly Rolldown.CodeSplittingGroup[],
): InlineConfig
