import { callMain } from '../bridge/bridge.ts'
import { mayLeaveService } from './leaving-store.ts'
import { takeSnapshot } from './mirror.ts'
import { changingHome } from './save-later.ts'

/** Changes to the service inside this computer, asking first where requests are open at a real one. */
export async function startPractice(): Promise<void> {
  if (!(await mayLeaveService(null))) return
  await changingHome(async () => {
    const answer = await callMain('app.startPractice', undefined)
    if (answer) takeSnapshot(answer.value)
  })
}

/** Back to a service that was left: its key and its receipts are where they were. */
export async function backToService(address: string): Promise<void> {
  if (!(await mayLeaveService(address))) return
  await changingHome(async () => {
    const answer = await callMain('app.useService', { address })
    if (answer) takeSnapshot(answer.value)
  })
}
