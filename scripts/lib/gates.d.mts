export interface Count {
  passed: number
  failed: number
  /** Each as "file: title (reason)". */
  skipped: string[]
  /** Each as "file: title", and the first lines of what went wrong. */
  failures: string[]
}
export function countVitest(report: unknown, exitStatus: number): Count
export function countPlaywright(report: unknown, exitStatus: number): Count
