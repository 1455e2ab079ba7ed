import { beforeEach, expect, test } from 'vitest'
import { useNotices } from '../../../src/renderer/bridge/notices-store.ts'

const messages = (): string[] => useNotices.getState().notices.map(({ message }) => message)

beforeEach(() => {
  useNotices.setState({ notices: [] })
  const { say } = useNotices.getState()
  say({ tone: 'fault', message: 'You accepted 15, and it costs 45.', of: 'orders.approve' })
  say({ tone: 'fault', message: 'The limit was not kept.', of: 'queue.setCaps' })
  say({ tone: 'fault', message: 'The disk is full.' })
})

test('what an order that went wrong said goes with the next one that goes right, and nothing else does', () => {
  useNotices.getState().settle('orders.approve')
  expect(messages()).toEqual(['The limit was not kept.', 'The disk is full.'])
})

test('what an act that went wrong said is left behind with its screen; what nobody did stays', () => {
  useNotices.getState().leave()
  expect(messages()).toEqual(['The disk is full.'])
})
