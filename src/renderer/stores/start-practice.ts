import { ask } from '../bridge.ts'
import { takeSnapshot } from './mirror.ts'

/** Changes to the service inside this computer. */
export async function startPractice(): Promise<void> {
  const answer = await ask('app.startPractice', undefined)
  if (answer) takeSnapshot(answer.value)
}
