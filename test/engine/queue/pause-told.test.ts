import { expect, it } from 'vitest'
import type { Engine } from '../../../src/engine/engine.ts'
import { engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'

/** What a window that hears of changes alone shows of the pause; null before it heard of any. */
function shownOf(engine: Engine): () => boolean | null {
  let shown: boolean | null = null
  engine.listen('statusChanged', () => {
    shown = engine.status().paused
  })
  return () => shown
}

it('a pause is told to everybody, whichever program of a home set or lifted it, also where there is no work', async () => {
  const strange = new StrangeService()
  await strange.open()
  const here = await engineAt(strange.base, strange.key)
  here.engine.driver.start()
  const beside = await engineAt(strange.base, strange.key, { home: here.home })
  beside.engine.driver.start()
  const shown = [here, beside].map(({ engine }) => shownOf(engine))
  const inBoth = () => shown.map((one) => one())
  await here.calls['queue.pause'](undefined)
  await expect.poll(inBoth).toEqual([true, true])
  await beside.calls['queue.resume'](undefined)
  await expect.poll(inBoth).toEqual([false, false])
})
