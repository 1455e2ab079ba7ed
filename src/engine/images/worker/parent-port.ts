/** The way to the parent, the same under child_process.fork and under Electron's utilityProcess. */
export interface ParentPort {
  onMessage(listener: (message: unknown) => void): void
  send(message: unknown): void
}

interface UtilityPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  postMessage(message: unknown): void
}

export function connectToParent(): ParentPort {
  const utility = (process as { parentPort?: UtilityPort }).parentPort
  if (utility) {
    // A utility process ends with its parent by itself.
    return {
      onMessage: (listener) => utility.on('message', ({ data }) => listener(data)),
      send: (message) => utility.postMessage(message),
    }
  }
  // The hard way, since an orderly exit would wait for the decoder's threads.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  return {
    onMessage: (listener) => void process.on('message', listener),
    send: (message) => void process.send?.(message, undefined, undefined, () => {}),
  }
}
