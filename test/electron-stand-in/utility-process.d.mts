import type { EventEmitter } from 'node:events'

interface UtilityProcess extends EventEmitter {
  /** Null unless they are piped. */
  readonly stdout: NodeJS.ReadableStream | null
  readonly stderr: NodeJS.ReadableStream | null
  readonly pid: number | undefined
  postMessage(message: unknown): void
  kill(): boolean
}

export const utilityProcess: {
  fork(
    modulePath: string,
    args?: string[],
    options?: { env?: NodeJS.ProcessEnv; cwd?: string; execArgv?: string[]; stdio?: 'ignore' | 'inherit' | 'pipe' },
  ): UtilityProcess
}
