import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressProblem } from '../../../../src/domain/form/address.ts'

const own = 'http://127.0.0.1:4321'

describe('an address that the service is to fetch', () => {
  it.each([
    'https://pictures.example/a.png',
    'https://pictures.example:443/a.png?size=2&of=3',
    'https://bücher.example/ä.png',
    'https://8.8.8.8/a.png',
    'https://172.15.0.1/a.png',
    'https://172.32.0.1/a.png',
    'https://100.63.255.255/a.png',
    'https://100.128.0.1/a.png',
    'https://[2606:4700:4700::1111]/a.png',
    'HTTPS://PICTURES.EXAMPLE/A.PNG',
  ])('may be %s (O33, O78, O107)', (text) => {
    expect(addressProblem(text, null)).toBeNull()
  })

  it.each([
    ['http://pictures.example/a.png', 'https://'],
    ['ftp://pictures.example/a.png', 'https://'],
    ['file:///tmp/a.png', 'https://'],
    ['data:image/png;base64,AAAA', 'https://'],
    ['C:\\pictures\\a.png', 'https://'],
    ['a.png', 'cannot be read'],
    ['./a.png', 'cannot be read'],
    ['', 'cannot be read'],
    ['https://', 'cannot be read'],
    ['https:pictures.example/a.png', 'cannot be read'],
    ['https:/pictures.example/a.png', 'cannot be read'],
    ['https:\\\\pictures.example\\a.png', 'cannot be read'],
    [' https://pictures.example/a.png', 'cannot be read'],
    ['https://pictures.example/a.png\n', 'cannot be read'],
    ['https://pictures.exa\tmple/a.png', 'cannot be read'],
    ['https://pictures.example/a b.png', 'cannot be read'],
    ['https://user@pictures.example/a.png', 'name or password'],
    ['https://:secret@pictures.example/a.png', 'name or password'],
    ['https://pictures.example/a.png#part', '“#”'],
    ['https://pictures.example/a.png#', '“#”'],
    ['https://pictures.example:8443/a.png', 'port'],
    ['https://pictures.example:80/a.png', 'port'],
  ])('may not be %j: it %s (O33, O78, O94, O107, A28)', (text, words) => {
    expect(addressProblem(text, null)).toContain(words)
  })

  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'app.localhost',
    'printer.local',
    'printer.local.',
    'vault.internal',
    'nas.lan',
    'nas.home',
    'nas.home.arpa',
    'intranet',
    'nas',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::7f00:1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[2002:7f00:1::]',
  ])('may not lead to %s (O78, A39)', (host) => {
    expect(addressProblem(`https://${host}/a.png`, null)).toContain('private network')
  })

  it('of the configured loopback service itself may be plain http on its port', () => {
    expect(addressProblem(`${own}/media/m_1.png`, own)).toBeNull()
    expect(addressProblem('http://127.0.0.1:4322/media/m_1.png', own)).not.toBeNull()
    expect(addressProblem('http://service.test:4321/media/m_1.png', own)).not.toBeNull()
    expect(addressProblem('https://localhost:4321/media/m_1.png', own)).not.toBeNull()
    expect(addressProblem(`${own}/media/m_1.png`, null)).not.toBeNull()
  })

  it.each(['http://localhost:4321', 'http://[::1]:4321', own])(
    'of the configured loopback service may use another name of this computer: %s',
    (base) => {
      expect(addressProblem(`${own}/media/m_1.png`, base)).toBeNull()
      expect(addressProblem(`${base}/media/m_1.png`, own)).toBeNull()
      expect(addressProblem(`${base}/media/m_1.png`, 'http://localhost:4322')).not.toBeNull()
      expect(addressProblem(`${base}/media/m_1.png`, 'https://service.test:4321')).not.toBeNull()
    },
  )

  it('of the configured loopback service carries neither a name nor a fragment (O94, O107)', () => {
    expect(addressProblem('http://user:secret@127.0.0.1:4321/m.png', own)).toContain('name or password')
    expect(addressProblem(`${own}/m.png#part`, own)).toContain('“#”')
  })

  it('is judged whatever it is, and what passes is sent exactly as the judge read it', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.webUrl({ authoritySettings: { withPort: true } }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        if (addressProblem(text, null) !== null) return
        const url = new URL(text)
        expect([url.protocol, url.username, url.password, url.port, url.hash]).toEqual(['https:', '', '', '', ''])
        expect(text).not.toMatch(/[\s\p{Cc}]/u)
      }),
    )
  })
})
