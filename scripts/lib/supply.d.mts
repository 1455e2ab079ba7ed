interface Locked {
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  hasInstallScript?: boolean
}
interface Standing {
  newest: string
  behindDays: number | null
  isLate: boolean
  isSupported: boolean
}
export const lateAfterDays: number
export function lockProblems(
  lock: { packages: Record<string, Locked> },
  allowScripts: Record<string, boolean>,
): { packages: number; problems: string[] }
export function electronStanding(used: string, published: Record<string, string>, nowMs: number): Standing
export function auditOf(
  text: string,
): { checked: false; why: string } | { checked: true; found: { name: string; severity: string }[] }
export function licenceCounts(licences: { licence: string }[]): [string, number][]
export function jsonIn(text: string): unknown
export function licenceProblems(licences: readonly { name: string; licence: string; text: string }[]): string[]
export const breakingChangesAddress: string
export function breakingChanges(page: string, used: string): { line: number; headings: string[] }[] | null
