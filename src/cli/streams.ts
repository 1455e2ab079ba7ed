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
