import { fork } from 'node:child_process'
import type { SpawnImageWorker } from './channel.ts'
import { cleanEnvironment } from './clean-environment.ts'
import { confinement, confiner } from './confined.ts'

export interface ForkOptions {
  /** A plain Node binary: native sharp must not be loaded into Electron's own on Linux (sharp #4522). */
  nodePath: string
  /** worker.ts or what it was built to. */
  entry: string
  args?: string[]
  /** Folders for what it makes: it is confined to them where the system can (confined.ts). Left out: not confined. */
  writable?: string[]
  /** Where the program that confines may be; left out: where systems put it. */
  confiners?: string[]
  /** What libvips and GLib say; nothing a designer should read. Discarded when left out. */
  onStderr?: (chunk: Buffer) => void
}

export function forkImageWorker(options: ForkOptions): SpawnImageWorker {
  const { nodePath, entry, args = [], writable, confiners, onStderr } = options
  return () => {
    const wall = writable === undefined ? null : confiner(nodePath, confiners)
    const child = fork(entry, args, {
      execPath: wall ?? nodePath,
      // Not the parent's: its loaders and inspectors have no business here.
      execArgv: wall === null ? [] : [...confinement(writable ?? []), '--', nodePath],
      env: cleanEnvironment(process.env),
      // JSON, which any V8 reads: Electron's writes a newer wire format than Node's takes.
      serialization: 'json',
      stdio: ['ignore', 'ignore', onStderr ? 'pipe' : 'ignore', 'ipc'],
      windowsHide: true,
      // A group of its own: what confines is several processes, and one that is killed as it begins leaves the others waiting.
      detached: wall !== null,
    })
    const kill = (): void => {
      if (wall === null || child.pid === undefined) return void child.kill('SIGKILL')
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // They are gone already.
      }
    }
    if (onStderr) child.stderr?.on('data', onStderr)
    let gone = false
    const exitListeners: (() => void)[] = []
    const exited = () => {
      if (gone) return
      gone = true
      for (const listener of exitListeners) listener()
    }
    child.on('exit', exited)
    // 'error' comes alone when the process could not be started, and for a send to a closed channel.
    child.on('error', () => {
      kill()
      if (child.pid === undefined) exited()
    })
    return {
      send: (message) => {
        // The callback takes the failure; the exit that follows tells the pool.
        if (child.connected) child.send(message as object, () => {})
      },
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void exitListeners.push(listener),
      kill,
      hold: (hold) => {
        if (hold) {
          child.ref()
          child.channel?.ref()
        } else {
          child.unref()
          child.channel?.unref()
        }
      },
    }
  }
}
