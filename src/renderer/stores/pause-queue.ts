import { callMain } from '../bridge/bridge.ts'
import { takeSnapshot } from './mirror.ts'

/** Pauses the queue or lets it go on, and shows it at once. */
export async function pauseQueue(paused: boolean): Promise<void> {
  if (!(await callMain(paused ? 'queue.pause' : 'queue.resume', undefined))) return
  const answer = await callMain('app.snapshot', undefined)
  if (answer) takeSnapshot(answer.value)
}
