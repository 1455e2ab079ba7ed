import { hangs } from '../engine/platform/disk-answer.ts'
import { type ExitStatus, exitStatus } from './exit-status.ts'

let lost: string | null = null

/**
 * A reader that goes away (`| head -1`) ends the telling and nothing else: what is paid for is still brought home.
 * Lines lost in any other way (a full disk) are a failure, told at the end.
 */
export function guardOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost ??= error.code ?? error.message
  })
  process.stderr.on('error', () => undefined)
}

/** Waits until standard output has taken the last line. */
export async function endOutput(status: ExitStatus): Promise<ExitStatus> {
  await new Promise((resolve) => {
    process.stdout.write('', resolve)
  })
  if (lost === null) return status
  process.stderr.write(
    `Standard output could not be written whole (${lost}). What was done is done, and stands in “receipts list”.\n`,
  )
  return status === exitStatus.done || status === exitStatus.running ? exitStatus.failed : status
}

/**
 * Ends the program. Node waits for its threads as it ends, and one that asks a disk which does not answer never comes back:
 * then another program, which only tells the status, takes this one's place.
 */
export function leave(status: ExitStatus): never {
  if (!hangs()) process.exit(status)
  if (process.execve) process.execve('/bin/sh', ['sh', '-c', `exit ${status}`], {})
  // Windows has no such thing: it tells a failure, and what was done stands in “receipts list”.
  process.kill(process.pid, 'SIGKILL')
  throw new Error('still here')
}
