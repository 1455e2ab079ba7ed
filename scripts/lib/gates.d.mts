interface Count {
  passed: number
  failed: number
  /** Each as "file: title (reason)". */
  skipped: string[]
}
export function countVitest(report: unknown, exitStatus: number): Count
export function countPlaywright(report: unknown, exitStatus: number): Count
