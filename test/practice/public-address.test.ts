import { expect, test } from 'vitest'
import { isPublicIp } from '../../src/practice/http/public-address.ts'

test.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:800::200e'])(
  'fetches sources from public addresses (§4.8): %s',
  (address) => expect(isPublicIp(address)).toBe(true),
)

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '192.168.1.1',
  '::1',
  '::ffff:127.0.0.1',
  'fe80::1',
  'fd00::1',
  'nowhere',
])('and from no others: %s', (address) => expect(isPublicIp(address)).toBe(false))
