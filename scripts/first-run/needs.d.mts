export interface Facts {
  isGenuine: boolean
  platform: string
  isRoot: boolean
  hasScreen: boolean
  withInstallers: boolean
}
export function unmet(
  names: readonly string[],
  facts: Facts,
): { verdict: 'another system' | 'not asked' | 'not run'; words: string } | null
export function isNeed(name: string): boolean
