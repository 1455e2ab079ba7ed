import { homedir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { diagnosticsOf } from '../../src/engine/diagnostics.ts'
import { engineAt } from '../support/engine-at.ts'
import { StrangeService } from '../support/strange-service.ts'

describe('diagnostics', () => {
  it('hold no key, and what somebody wrote only when asked', async () => {
    const strange = new StrangeService()
    await strange.open()
    strange.models = [
      { entry: { id: 'm', credits_per_generation: 1, media_type: 'image', extra_config: {} }, charge: () => 1 },
    ]
    const at = await engineAt(strange.base, strange.key)
    const [id = ''] = await at.approve(await at.calls['quote.generation']({ prompt: 'A secret lamp', modelId: 'm' }))
    const without = JSON.stringify(diagnosticsOf(at.engine, false))
    const whole = JSON.stringify(diagnosticsOf(at.engine, true))
    for (const text of [without, whole]) {
      expect(text).toContain(id)
      expect(text).not.toContain(strange.key)
      expect(text).not.toContain(`${homedir()}/`)
    }
    expect(without).not.toContain('secret lamp')
    expect(whole).toContain('A secret lamp')
  })
})
