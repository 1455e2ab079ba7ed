import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import { getCACertificates } from 'node:tls'
import type { Agent, Dispatcher } from 'undici'
import type { Network } from '../../contract/settings.ts'
import { SettingError } from '../platform/settings.ts'
import { undici } from './undici.ts'

/** The way to the service, worked out: an address of a proxy or null, and certificates beside the built-in ones. */
export interface ProxyRoute {
  proxy: string | null
  /** A file with further certificates (PEM), or null. */
  extraCa: string | null
}

export const directRoute: ProxyRoute = { proxy: null, extraCa: null }

const mostCaBytes = 1024 * 1024

/**
 * Certificates of a PEM file.
 * @throws SettingError with a sentence where there is none that can be read
 */
function readCertificates(path: string): string[] {
  let text: string
  try {
    // Looked at first: a device or a pipe has no end, and main would read it for ever.
    const { size } = regularFile(path)
    text = size > mostCaBytes ? '' : readFileSync(path, 'utf8')
  } catch {
    throw new SettingError('The file with certificates cannot be read. Nothing was changed.')
  }
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  if (!found) throw new SettingError('This file holds no certificate in PEM form. Nothing was changed.')
  for (const pem of found)
    try {
      new X509Certificate(pem)
    } catch {
      throw new SettingError('A certificate in this file cannot be read. Nothing was changed.')
    }
  return found
}

function regularFile(path: string): { size: number } {
  const found = statSync(path)
  if (!found.isFile()) throw new Error('not a file')
  return found
}

/**
 * A network choice as it can be kept.
 * @throws SettingError with a sentence: no address of a proxy, a password in it, no certificates in the file
 */
export function checkNetwork({ proxy, extraCa }: Network): Network {
  const trimmed = proxy.trim()
  if (trimmed !== 'system' && trimmed !== 'direct') {
    const url = URL.canParse(trimmed) ? new URL(trimmed) : null
    if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hostname === '')
      throw new SettingError('Write the proxy’s whole address, like http://proxy.example:8080. Nothing was changed.')
    if (url.username !== '' || url.password !== '')
      throw new SettingError(
        'The address holds a name or a password, which would stand in a file. Give it without. Nothing was changed.',
      )
  }
  if (extraCa !== null) readCertificates(extraCa)
  return { proxy: trimmed, extraCa }
}

/** Reads what a system says of its proxies ("PROXY host:8080; DIRECT"): the first that this app can use, or null. */
export function proxyOf(said: string): string | null {
  for (const part of said.split(';')) {
    const [kind = '', host = ''] = part.trim().split(/\s+/)
    if (kind === 'DIRECT') return null
    if (host !== '' && (kind === 'PROXY' || kind === 'HTTP')) return `http://${host}`
    if (host !== '' && kind === 'HTTPS') return `https://${host}`
  }
  return null
}

/** The built-in certificates, the system's, and the extra ones; undefined where the built-in ones are all there are. */
function certificates(extraCa: string | null): string[] | undefined {
  const system = getCACertificates('system')
  // One that was taken away since it was chosen: the others still stand, and the connection says what is missing.
  const extra = extraCa === null ? [] : readOrNone(extraCa)
  return system.length + extra.length === 0 ? undefined : [...getCACertificates('default'), ...system, ...extra]
}

function readOrNone(path: string): string[] {
  try {
    return readCertificates(path)
  } catch {
    return []
  }
}

/** The options of undici's Agent, but for connecting. */
export interface HttpClientOptions extends Omit<Agent.Options, 'connect'> {
  /** Of connecting. */
  timeoutMs: number
  /** Of names, for the direct way: through a proxy they are looked up there. */
  lookup?: LookupFunction
}

/**
 * A dispatcher for this way.
 * @param isSecure for addresses with TLS: to read the system's certificates takes longer than many a command
 */
export async function dispatcherFor(
  route: ProxyRoute,
  isSecure: boolean,
  { timeoutMs, lookup, ...options }: HttpClientOptions,
): Promise<Dispatcher> {
  const { Agent, ProxyAgent } = await undici()
  const ca = isSecure || route.proxy !== null ? certificates(route.extraCa) : undefined
  const connect = { timeout: timeoutMs, ...(ca === undefined ? {} : { ca }) }
  if (route.proxy === null) return new Agent({ ...options, connect: lookup ? { ...connect, lookup } : connect })
  return new ProxyAgent({ ...options, uri: route.proxy, connect, requestTls: connect, proxyTls: connect })
}
