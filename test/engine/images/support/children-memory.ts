import { readdirSync, readFileSync } from 'node:fs'

/** The most that any process started by this one, and still there, has held in memory at once. Linux only: else 0. */
export function peakBytesOfChildren(): number {
  if (process.platform !== 'linux') return 0
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    textOf(`${thread}/children`, 'self/task').split(' '),
  )
  const peaks = children.filter(Boolean).map((pid) => {
    const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(textOf('status', pid)) ?? []
    return Number(kibibytes ?? 0) * 1024
  })
  return Math.max(0, ...peaks)
}

/** It may have ended meanwhile. */
function textOf(name: string, of: string): string {
  try {
    return readFileSync(`/proc/${of}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
