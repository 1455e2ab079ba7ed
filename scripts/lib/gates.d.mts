interface Count {
  passed: number
  failed: number
  /** Each as "file: title (reason)". */
  skipped: string[]
  /** Each as "file: title", and the first lines of what went wrong. */
  failures: string[]
  /** As `failures`: those that passed when they ran once more. */
  unsteady?: string[]
}
export function countVitest(report: unknown, exitStatus: number): Count
export function countPlaywright(report: unknown, exitStatus: number): Count
export function onceMore(first: Count, again: () => Promise<Count>): Promise<Count>
