interface Locked {
  version?: string
  optional?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
}
export function missingFrom(
  installed: Record<string, { version?: string }>,
  locked: Record<string, Locked>,
  computer?: { os: string; cpu: string; libc: string | null },
): string[]
