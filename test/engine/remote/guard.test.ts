import { describe, expect, it, onTestFinished } from 'vitest'
import { Downloader } from '../../../src/engine/remote/download.ts'
import { DownloadError } from '../../../src/engine/remote/download-error.ts'
import { Guard } from '../../../src/engine/remote/guard.ts'
import { newFolder } from '../../support/folders.ts'
import { closedProxy } from './support/proxy.ts'

const inside = ['10.1.2.3', '172.16.0.9', '192.168.1.1', '100.64.0.1', '198.18.0.1', 'fd00::1']
const never = ['127.0.0.1', '0.0.0.0', '169.254.169.254', '::1', 'fe80::1', '224.0.0.1']

/** What a name leads to at the moment of connecting; an address leads to itself. */
const connecting = (guard: Guard, host: string): Promise<string | Error> =>
  new Promise((resolve) =>
    guard.lookup(host, { all: true }, (error, found) =>
      resolve(error ?? (found as { address: string }[])[0]?.address ?? ''),
    ),
  )

describe('a host that may lie inside a private network', () => {
  it.each(inside)('is connected to where it was allowed, and to no other: %s (M6)', async (address) => {
    const guard = new Guard((host) => host === address)
    expect(await connecting(guard, address)).toBe(address)
    const error = await connecting(guard, address === '10.1.2.3' ? '10.1.2.4' : '10.1.2.3')
    expect(error).toMatchObject({ name: 'DownloadError', insideHost: expect.stringContaining('10.1.2.') })
  })

  it.each(never)('never leads to this computer or to nobody, whatever was allowed: %s (M6, A39)', async (address) => {
    const guard = new Guard(() => true)
    expect(await connecting(guard, address)).toMatchObject({ name: 'DownloadError', insideHost: null })
    // As a name that was allowed leads to it by the time it is connected to.
    expect(guard.refusal('files.studio.lan', ['10.0.0.5', address])).toMatchObject({ insideHost: null })
  })

  it('is known by its name, however that is written, and nothing else of that network with it (M6)', () => {
    const guard = new Guard((host) => host === 'files.studio.lan')
    expect(guard.refusal('FILES.Studio.lan.', ['10.0.0.5'])).toBeNull()
    expect(guard.refusal('other.studio.lan', ['10.0.0.5'])?.insideHost).toBe('other.studio.lan')
    expect(guard.refusal('files.studio.lan.evil.test', ['10.0.0.5'])).not.toBeNull()
  })

  it('is named with the way out, and only where it is one that a person could type safely (M6, I12)', () => {
    const guard = new Guard(() => false)
    const words = guard.refusal('files.studio.lan', ['10.0.0.5'])?.message
    expect(words).toMatch(/files\.studio\.lan.*Nothing more will be charged.*settings hosts allow files\.studio\.lan/)
    const odd = guard.refusal('a$(reboot).test', ['10.0.0.5'])
    expect(odd?.insideHost).toBeNull()
    expect(odd?.message).not.toContain('$')
  })
})

describe('fetching from a private address', () => {
  const throughProxy = async (mayBeInside: (host: string) => boolean, address: string) => {
    const proxy = await closedProxy()
    const made = new Downloader(async () => null, { route: { proxy: proxy.address, extraCa: null }, mayBeInside })
    onTestFinished(() => made.close())
    const error: unknown = await made.fetchTo(address, `${newFolder()}/file`).catch((why) => why)
    if (!(error instanceof DownloadError)) throw new Error(`not a DownloadError: ${error}`)
    return { wanted: proxy.wanted, error }
  }

  it('is refused before anything leaves, with the host and the way, until it is allowed (M6, A39)', async () => {
    const refused = await throughProxy(() => false, 'https://10.9.8.7/a.png')
    expect(refused.wanted).toEqual([])
    expect(refused.error.insideHost).toBe('10.9.8.7')
    const allowed = await throughProxy((host) => host === '10.9.8.7', 'https://10.9.8.7/a.png')
    expect(allowed.wanted).toEqual(['10.9.8.7:443'])
    expect(allowed.error.insideHost).toBeNull()
  })

  it('is over https alone, also from an allowed host, and the refusal has a next step (M6, I12)', async () => {
    const { wanted, error } = await throughProxy(() => true, 'http://10.9.8.7/a.png')
    expect(wanted).toEqual([])
    expect(error.message).toMatch(/http:\/\/10\.9\.8\.7.*Nothing more will be charged.*another address by itself/)
  })

  it('is never from this computer itself by a name that was allowed, through a proxy either (M6, A39)', async () => {
    const { wanted, error } = await throughProxy(() => true, 'https://localhost/a.png')
    expect(wanted).toEqual([])
    expect(error.insideHost).toBeNull()
  })

  it.each(['a.localhost', 'A.LOCALHOST.', 'metadata.google.internal', 'instance-data'])(
    'is never from a name of this computer or of a cloud’s keys, though no look-up finds it here: %s (M6, A39)',
    async (host) => {
      const { wanted, error } = await throughProxy(() => true, `https://${host}/a.png`)
      expect(wanted).toEqual([])
      expect(error.insideHost).toBeNull()
      // What it resolves to counts for nothing, were it a host that was allowed.
      expect(new Guard(() => true).refusal(host, ['10.0.0.5'])).toMatchObject({ insideHost: null })
      expect(new Guard(() => true).refusal(host, ['93.184.215.14'])).not.toBeNull()
    },
  )
})
