interface Wanted {
  platform: string
  env: Record<string, string | undefined>
  installers: boolean
  unsigned: boolean
}
export function signingOf(
  wanted: Wanted,
): { problem: string } | { args: string[]; env: Record<string, string | undefined>; words: string | null }
export const inColour: Record<string, string>
export function builderWarnings(output: string, isSigned: boolean): string[]
export const twinMember: string
export function twinOf(wanted: {
  twin: boolean
  installers: boolean
  updates: string | undefined
}): { problem: string } | { args: string[] }
