const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface Stopping {
  readonly isStopped: boolean
  /** From here on a signal does what it always does. */
  end(): void
}

/** So that a command can end in order: the first signal asks it to, the second ends it at once. */
export function onStop(stop: () => void): Stopping {
  let isStopped = false
  const end = (): void => {
    for (const signal of signals) process.off(signal, stopped)
  }
  const stopped = (): void => {
    isStopped = true
    end()
    stop()
  }
  for (const signal of signals) process.on(signal, stopped)
  return {
    get isStopped() {
      return isStopped
    },
    end,
  }
}
