import { describe, expect, it } from 'vitest'
import { reachOf } from '../../../src/engine/remote/public-address.ts'

const isPrivateAddress = (address: string): boolean => reachOf(address) !== 'public'

/** The last address before a range and the first one after it, of every range of the inner world. */
const around = ['9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0']
const further = ['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0']
const common = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '151.101.1.140',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
]
const outer = [...around, ...further, ...common]
const inner = [
  ...['0.0.0.0', '10.0.0.0', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.255'],
  ...['169.254.169.254', '172.16.0.0', '172.31.255.255', '192.0.0.8', '192.168.0.1', '192.168.255.255', '198.18.0.1'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
]

describe('an address of a result', () => {
  it('is public in either family, so that what was paid for can be fetched (A14, I7)', () => {
    const six = ['2606:4700::6810:84e5', '2a00:1450:4001:82b::200e', '2001:4860:4860::8888', '2400:cb00::1']
    expect([...outer, ...six].filter(isPrivateAddress)).toEqual([])
  })

  it('that is mapped or translated is as public as the IPv4 address in it: networks with DNS64 know no other (A14, I7)', () => {
    const held = outer.flatMap((address) => [`::ffff:${address}`, `64:ff9b::${address}`])
    expect(held.filter(isPrivateAddress)).toEqual([])
  })

  it('leads inside, plain, mapped or translated, by every range of somebody’s own network (A39)', () => {
    const all = inner.flatMap((address) => [address, `::ffff:${address}`, `64:ff9b::${address}`])
    expect(all.filter((address) => !isPrivateAddress(address))).toEqual([])
  })

  it.each([
    '::',
    '::1',
    '::7f00:1',
    '64:ff9b:1::808:808',
    '2001::1',
    '2002:808:808::',
    'fc00::1',
    'fdff::1',
    'fe80::1%1',
    'fec0::1',
    'ff02::1',
  ])('leads inside or through a tunnel: %s (A39)', (address) => expect(isPrivateAddress(address)).toBe(true))

  it.each(['10.1.2.3', '100.64.0.1', '172.16.0.1', '192.168.1.1', '198.18.0.1', 'fd00::1', 'fc00::1'])(
    'may be a host that somebody knows: %s, also mapped or translated (M6)',
    (address) => {
      expect(reachOf(address)).toBe('inside')
      if (address.includes(':')) return
      expect([reachOf(`::ffff:${address}`), reachOf(`64:ff9b::${address}`)]).toEqual(['inside', 'inside'])
    },
  )

  it.each([
    ...['0.0.0.0', '127.0.0.1', '169.254.169.254', '192.0.0.192', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    // Where clouds tell a machine’s keys, in ranges that are a network’s own otherwise.
    ...['100.100.100.200', 'fd00:ec2::254'],
    ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:a00:1::', '2001::1'],
    ...['fe80::1%1', 'fec0::1', 'ff02::1'],
  ])('is this computer or nobody’s, which nobody may allow: %s (M6)', (address) =>
    expect(reachOf(address)).toBe('never'),
  )
})
