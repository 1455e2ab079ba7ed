import { expect, test } from 'vitest'
import { addressIn } from '../../../src/main/updates/package-address.ts'

test('the address of a package is read as electron-builder writes it, of its generic provider alone', () => {
  const text = 'provider: generic\nurl: https://updates.example/printroom\nupdaterCacheDirName: printroom-updater\n'
  expect(addressIn(text)).toBe('https://updates.example/printroom')
  expect(addressIn(text.replace('https://updates.example/printroom', "'https://updates.example/a#b'"))).toBe(
    'https://updates.example/a#b',
  )
  expect(addressIn(text.replace('generic', 'github'))).toBeNull()
  expect(addressIn('provider: generic\n')).toBeNull()
  expect(addressIn(null)).toBeNull()
})
