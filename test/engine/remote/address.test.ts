import { describe, expect, it } from 'vitest'
import { readServiceAddress } from '../../../src/engine/remote/address.ts'

describe('a service’s address', () => {
  it.each([
    ['https://api.service.test', 'https://api.service.test'],
    [' https://API.Service.test:443/ ', 'https://api.service.test'],
    ['https://service.test/base//', 'https://service.test/base'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['https://service.test/?', 'https://service.test'],
    ['https://service.test/#', 'https://service.test'],
  ])('%s is %s', (text, base) => {
    expect(readServiceAddress(text)).toEqual({ base, origin: base })
  })

  it.each([
    'http://service.test',
    'http://127.0.0.1.service.test',
    'http://192.168.0.1',
    'ftp://service.test',
    'service.test',
    '',
    'https://name:secret@service.test',
    'https://service.test/?key=1',
    'https://service.test/#a',
    'file:///etc/passwd',
  ])('is not “%s”', (text) => {
    expect(readServiceAddress(text)).toHaveProperty('problem')
  })
})
