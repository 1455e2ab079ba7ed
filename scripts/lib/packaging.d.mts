interface Wanted {
  platform: string
  env: Record<string, string | undefined>
  installers: boolean
  unsigned: boolean
}
export function signingOf(
  wanted: Wanted,
): { problem: string } | { args: string[]; env: Record<string, string | undefined>; words: string | null }
export function missingSources(output: string): string[]
