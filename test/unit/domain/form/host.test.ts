import { describe, expect, it } from 'vitest'
import { readHost } from '../../../../src/domain/form/host.ts'

describe('a host that a person writes', () => {
  it.each([
    ['files.studio.lan', 'files.studio.lan'],
    [' Files.Studio.LAN. ', 'files.studio.lan'],
    ['printserver', 'printserver'],
    ['10.0.0.5', '10.0.0.5'],
    ['10.5', '10.0.0.5'],
    ['[FD00::1]', 'fd00::1'],
    ['fd00:0::1', 'fd00::1'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('is taken as it is compared: %s (M6)', (text, host) => expect(readHost(text)).toEqual({ host }))

  it.each([
    '',
    ' ',
    'a b',
    'files.lan:8443',
    'files.lan/x',
    'me@files.lan',
    '*.studio.lan',
    'a$(id).lan',
    'a;b',
    'a`b',
    "a'b",
    '[::1]:80',
    '10.0.0.0/8',
    'https://files.lan/a.png',
    `${'a'.repeat(64)}.lan`,
  ])('is refused where it is none: %s (M6)', (text) => {
    const read = readHost(text)
    expect(read).toHaveProperty('problem')
    if ('problem' in read) expect(read.problem).toMatch(/Nothing was changed/)
  })

  it('is told of where a whole address was given (M6)', () =>
    expect(readHost('https://files.lan/a.png')).toMatchObject({ problem: expect.stringContaining('files.lan alone') }))
})
