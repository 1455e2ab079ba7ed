export interface Checked {
  group: string
  name: string
  verdict: string
  words: string
  seconds?: number
  details?: unknown
}
export interface Seen {
  name: string
  verdict: string
  words: string
  at?: string
}
export interface Report {
  at: string
  commit: string
  runtime: 'genuine' | 'stand-in'
  system: object
  versions: object
  checks: Checked[]
  byHand: Seen[]
}
export function reportFile(folder: string): string
export function writeReport(folder: string, report: Report): void
export function readReport(folder: string): Report | null
export function statusOf(report: Report, isRehearsal: boolean): number
export function summary(report: Report): string
