import { ask } from '../bridge.ts'
import { takeSnapshot } from './mirror.ts'
import { changingHome } from './save-later.ts'

/** Changes to the service inside this computer. */
export const startPractice = (): Promise<void> =>
  changingHome(async () => {
    const answer = await ask('app.startPractice', undefined)
    if (answer) takeSnapshot(answer.value)
  })
