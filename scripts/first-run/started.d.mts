export function startUntil(wanted: {
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string | undefined>
  limitMs: number
  isThere: (output: string) => Promise<boolean> | boolean
}): Promise<{ seconds: number; output: () => string; stop: () => Promise<number | null> }>
