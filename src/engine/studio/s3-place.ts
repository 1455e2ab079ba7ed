import { isLoopback } from '../remote/address.ts'
import { directRoute, type ProxyRoute } from '../remote/network.ts'
import { StudioError } from './studio-error.ts'

/** What this computer knows of S3 storage, as its environment says. The secrets stand nowhere else. */
export interface S3Environment {
  endpoint: string | null
  region: string | null
  pathStyle: string | null
  accessKeyId: string | null
  secretAccessKey: string | null
  sessionToken: string | null
}

export interface S3Access {
  environment: S3Environment
  /** The way there, but to this computer itself. Asked for where it is needed. */
  route: () => ProxyRoute
  /** Waits, for tests: before the second try, and for a line that is silent. */
  pauseMs?: number
  idleMs?: number
}

export interface S3Address {
  bucket: string
  /** Without slashes at its ends. */
  prefix: string
}

/** Where objects lie, and with what they are asked for. */
export interface S3Place extends S3Address {
  /** As `https://host/bucket`, without a slash at its end. */
  base: string
  host: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
  route: ProxyRoute
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Nothing that one program would write otherwise than another: signatures are over these very signs. */
const prefixName = /^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/

/** @param address `s3://bucket/prefix` @throws StudioError */
export function readS3Address(address: string): S3Address {
  const [, bucket = '', rest = ''] = /^s3:\/\/([^/]*)(.*)$/i.exec(address) ?? []
  const prefix = rest.replace(/^\/|\/$/g, '')
  if (!bucketName.test(bucket) || !prefixName.test(prefix))
    throw new StudioError(
      'files',
      'S3 storage is named as s3://bucket/prefix, of letters, digits, “-”, “_” and “.” alone; keys and passwords do not belong there. Name it so with --files.',
    )
  return { bucket, prefix }
}

export const s3AddressOf = ({ bucket, prefix }: S3Address): string =>
  `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`

/** @throws StudioError where this computer does not know enough to go there */
export function s3PlaceOf(address: S3Address, access: S3Access | null): S3Place {
  const { bucket } = address
  const { accessKeyId, secretAccessKey, sessionToken, ...environment } = access?.environment ?? nothing
  if (access === null || !accessKeyId || !secretAccessKey)
    throw new StudioError(
      'files',
      `The files of this studio lie in ${s3AddressOf(address)}, and this computer has no key to them. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY here.`,
    )
  const region = environment.region ?? 'us-east-1'
  if (!/^[a-z0-9-]+$/.test(region))
    throw new StudioError('files', 'AWS_REGION names no region: it is a word such as eu-central-1. Set it right.')
  const endpoint = endpointOf(environment.endpoint ?? `https://s3.${region}.amazonaws.com`)
  // A certificate for *.host names no further dots.
  const isPathStyle = pathStyleOf(environment.pathStyle) ?? (environment.endpoint !== null || bucket.includes('.'))
  const path = endpoint.pathname.replace(/\/+$/, '')
  const host = isPathStyle ? endpoint.host : `${bucket}.${endpoint.host}`
  return {
    ...address,
    base: `${endpoint.protocol}//${host}${path}${isPathStyle ? `/${bucket}` : ''}`,
    host: endpoint.host,
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) },
    route: isLoopback(endpoint) ? directRoute : access.route(),
  }
}

const nothing: S3Environment = {
  endpoint: null,
  region: null,
  pathStyle: null,
  accessKeyId: null,
  secretAccessKey: null,
  sessionToken: null,
}

function endpointOf(text: string): URL {
  const url = URL.parse(text)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url))
  if (url === null || !isSafe || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new StudioError(
      'files',
      'PRINTROOM_S3_ENDPOINT names no storage that is used: it is an address that begins with https:// (http:// on this computer alone), without a name or password in it. Set it right.',
    )
  return url
}

function pathStyleOf(text: string | null): boolean | null {
  if (text === null) return null
  if (text !== 'yes' && text !== 'no')
    throw new StudioError(
      'files',
      'PRINTROOM_S3_PATH_STYLE is yes (the bucket stands in the path) or no (it stands before the host). Set it right, or take it away.',
    )
  return text === 'yes'
}
