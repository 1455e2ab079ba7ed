import type { Client } from '../../../practice/support/practice.ts'
import type { Rig } from './rig.ts'

/**
 * A cutout whose answer was lost after the service had taken it, as another key comes into use: nobody knows whether it
 * stands at the service, and it asks.
 */
export async function cutoutUnderAnotherKey(practice: Client, rig: Rig): Promise<string> {
  await practice.faults({ match: { path: '/api/skills/remove-bg/run' }, times: 1, fault: 'lost-after' })
  rig.engine.driver.start()
  const id = await rig.orderCutout()
  await rig.until(id, (view) => view.state === 'uncertain')
  rig.engine.key.hold(practice.key(1), 'environment')
  return id
}
