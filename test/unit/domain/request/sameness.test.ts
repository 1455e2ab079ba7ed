import { describe, expect, it } from 'vitest'
import { orderFingerprint } from '../../../../src/domain/request/order-fingerprint.ts'
import type { PaidOrder } from '../../../../src/domain/request/receipt.ts'

const file = (path: string, sha256 = 'aa') => ({ path, name: path.slice(1), sha256, sizeBytes: 3 })
const skill = (changes: Partial<Extract<PaidOrder, { kind: 'skill' }>> = {}): PaidOrder => ({
  kind: 'skill',
  skill: 'enlarge',
  fields: { mode: 'crisp', confirmedCredits: 8 },
  pictures: [{ field: 'imageUrl', source: file('/a.png') }],
  ...changes,
})
const picture = (changes: Partial<Extract<PaidOrder, { kind: 'generation' }>> = {}): PaidOrder => ({
  kind: 'generation',
  modelName: 'Model',
  mediaType: 'image',
  fields: { prompt: 'x', modelId: 'm' },
  references: [file('/a.png'), { url: 'https://a.test/b.png' }],
  ...changes,
})

describe('two orders are of the same thing', () => {
  it.each<[string, PaidOrder, PaidOrder]>([
    ['wherever the same picture lies', skill(), skill({ pictures: [{ field: 'imageUrl', source: file('/b.png') }] })],
    ['whatever was confirmed as its price', skill(), skill({ fields: { mode: 'crisp', confirmedCredits: 9 } })],
    ['in whatever order the fields stand', picture(), picture({ fields: { modelId: 'm', prompt: 'x' } })],
    ['whatever the model is called', picture(), picture({ modelName: 'Other' })],
  ])('%s', (_, one, other) => {
    expect(orderFingerprint(one)).not.toBeNull()
    expect(orderFingerprint(one)).toBe(orderFingerprint(other))
  })

  it.each<[string, PaidOrder, PaidOrder]>([
    ['with another picture', skill(), skill({ pictures: [{ field: 'imageUrl', source: file('/a.png', 'bb') }] })],
    ['in another field', skill(), skill({ pictures: [{ field: 'logo', source: file('/a.png') }] })],
    ['with another setting', skill(), skill({ fields: { mode: 'creative', confirmedCredits: 8 } })],
    ['of another Skill', skill(), skill({ skill: 'other' })],
    ['of another model', picture(), picture({ fields: { prompt: 'x', modelId: 'n' } })],
    ['with the references the other way round', picture(), picture({ references: [...refs()].reverse() })],
    ['of another address', picture(), picture({ references: [file('/a.png'), { url: 'https://a.test/c.png' }] })],
  ])('not %s', (_, one, other) => {
    expect(orderFingerprint(one)).not.toBe(orderFingerprint(other))
  })

  it('in the same words in every version: what was paid before is looked for by them', () => {
    expect(orderFingerprint(picture())).toBe(
      '{"contents":[[null,"aa"],[null,"https://a.test/b.png"]],"fields":{"modelId":"m","prompt":"x"},"kind":"generation","skill":null}',
    )
    expect(orderFingerprint(skill())).toBe(
      '{"contents":[["imageUrl","aa"]],"fields":{"mode":"crisp"},"kind":"skill","skill":"enlarge"}',
    )
  })

  it('not where a file was never read: nothing is known of its content', () => {
    expect(orderFingerprint(skill({ pictures: [{ field: 'imageUrl', source: file('/a.png', '') }] }))).toBeNull()
  })
})

function refs() {
  const order = picture()
  return order.kind === 'generation' ? order.references : []
}
