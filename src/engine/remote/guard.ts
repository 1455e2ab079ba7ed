import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { hostOf, isNeverHost } from '../../domain/form/host.ts'
import { DownloadError } from './download-error.ts'
import { reachOf } from './public-address.ts'

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/**
 * Which addresses a file may be fetched from. Public ones always; those inside a private network from a host that may be
 * there; this computer itself and what is no host from nobody. What counts is the address that is connected to, so that no
 * name leads anywhere else than it did when it was looked at.
 */
export class Guard {
  readonly #mayBeInside: (host: string) => boolean

  /** @param mayBeInside asked with a host as `hostOf` has it, each time anew */
  constructor(mayBeInside: (host: string) => boolean) {
    this.#mayBeInside = mayBeInside
  }

  /**
   * The one check, of all ways there.
   * @param hostname as a URL or a look-up has it
   * @param addresses where it leads
   * @returns what to say where one of them may not be connected to, else null
   */
  refusal(hostname: string, addresses: readonly string[]): DownloadError | null {
    if (isNeverHost(hostOf(hostname) ?? '')) return new DownloadError(neverWords(hostOf(hostname)), true)
    const reaches = addresses.map(reachOf)
    const host = hostOf(hostname)
    if (reaches.includes('never') || (host === null && reaches.includes('inside')))
      return new DownloadError(neverWords(host), true)
    if (host === null || !reaches.includes('inside') || this.#mayBeInside(host)) return null
    return new DownloadError(insideWords(host), true, { insideHost: host })
  }

  /** Of a host that is written as an address itself, or whose name alone says where it leads: nobody looks up anything. */
  refusalOfWritten(hostname: string): DownloadError | null {
    const host = hostname.replace(/^\[|\]$/g, '')
    return this.refusal(host, isIP(host) === 0 ? [] : [host])
  }

  /** Of what this computer knows of a name. Null where it does not know it: behind a proxy it need not. */
  refusalOfKnown(hostname: string): Promise<DownloadError | null> {
    const host = hostname.replace(/^\[|\]$/g, '')
    return new Promise((resolve) =>
      dnsLookup(host, { all: true }, (error, addresses) =>
        resolve(
          error
            ? null
            : this.refusal(
                host,
                addresses.map(({ address }) => address),
              ),
        ),
      ),
    )
  }

  /** Looks names up at the moment of connecting. */
  readonly lookup = (hostname: string, options: object, callback: LookupCallback): void => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const refusal = this.refusal(
        hostname,
        addresses.map(({ address }) => address),
      )
      if (refusal) return callback(refusal, [])
      const [first] = addresses
      if ('all' in options && options.all) callback(null, addresses)
      else callback(null, first?.address ?? '', first?.family)
    })
  }
}

const paid = 'Nothing more will be charged for it.'

const insideWords = (host: string): string =>
  `The file lies at ${host}, inside a private network, so it was not fetched. ${paid} If you know this host, allow it in Settings → Network or with “printroom settings hosts allow ${host}”; it is then fetched at once.`

const neverWords = (host: string | null): string =>
  `The file’s address leads to ${host ?? 'a name that no host has'}, which is this computer or nobody’s, and never a private network that could be allowed, so it was not fetched. ${paid} The service is asked for another address by itself; if it goes on naming this one, tell those who run it.`
