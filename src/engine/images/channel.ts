/**
 * One worker process as the pool sees it. `child_process.fork` stands behind it on Linux (spawn.ts);
 * Electron's utilityProcess can stand in elsewhere.
 */
export interface WorkerChannel {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, when the process is gone or could not be started. */
  onExit(listener: () => void): void
  /** At once and for certain: a hanging decoder does not listen to requests. */
  kill(): void
  /** Whether this process keeps its parent alive: only while it works. */
  hold(hold: boolean): void
}

export type SpawnImageWorker = () => WorkerChannel
