import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { Readable } from 'node:stream'
import { protocol } from 'electron'
import { maxStartupSnapshotBytes, startupSnapshotPath } from '../contract/startup-snapshot.ts'
import { OpenFiles } from './open-files.ts'
import { rendererFolder, resourcesFolder } from './paths.ts'
import { PicturePace } from './picture-pace.ts'
import { shownType } from './shown-type.ts'
import type { StartupSnapshotFile } from './startup-snapshot.ts'

export const scheme = 'printroom'
export const appOrigin = `${scheme}://app`
export const startPage = `${appOrigin}/index.html`

/**
 * The window loads nothing but the app's own scheme and talks to nobody (design.md, "Processes"). What runs, how it looks
 * and whom it may ask come from the app's own files, behind one host of it; behind the others lie files of anybody's.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src ${appOrigin}`,
  `style-src ${appOrigin}`,
  `font-src ${appOrigin}`,
  'img-src printroom: data: blob:',
  'media-src printroom:',
  'connect-src printroom:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // Without `allow-modals`, which would be `alert`, `confirm`, `prompt` and `print`, in frames of the page's too: boxes like
  // main's, and beside its lock (dialogs.ts). Nor windows, downloads or the pointer.
  'sandbox allow-scripts allow-same-origin allow-forms',
].join('; ')

/** Windows over all others, payments and sign-ins, which are boxes of the browser's, with words of the page's. */
const permissionsPolicy =
  'picture-in-picture=(), payment=(), publickey-credentials-get=(), publickey-credentials-create=()'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
}

const samples: Record<string, string> = { before: 'sample.jpg', after: 'sample-cutout.webp' }

/** Must be called before Electron is ready. */
export function registerScheme(): void {
  // Else V8 compiles the page's scripts anew at each start: by itself it keeps what it made of http(s) scripts only.
  const privileges = {
    standard: true,
    secure: true,
    supportFetchAPI: true,
    corsEnabled: true,
    stream: true,
    codeCache: true,
  }
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }])
}

/**
 * Serves the app's own files and the library's pictures.
 * @param pictureFile path of the file behind `kind/id/form`, or null
 */
export function serveScheme(
  pictureFile: (address: string) => Promise<string | null>,
  startupSnapshot: StartupSnapshotFile,
  pace: PicturePace = new PicturePace({ timeScale: 1 }),
): void {
  const snapshots = snapshotDoor(startupSnapshot)
  protocol.handle(scheme, async (request) => {
    const url = new URL(request.url)
    if (url.host === 'app') {
      if (url.pathname === startupSnapshotPath && request.method === 'PUT') return snapshots(request)
      if (url.pathname === `${startupSnapshotPath}.css`) return textResponse(startupSnapshot.sheet, '.css')
      if (url.pathname === '/index.html')
        return textResponse(startupSnapshot.into(await readFile(join(rendererFolder, 'index.html'), 'utf8')), '.html')
      return ownFile(inside(rendererFolder, url.pathname))
    }
    if (url.host === 'sample') return ownFile(sample(url.pathname.slice(1)))
    const path = await pace.find(url, pictureFile)
    // Hostile until proven otherwise: shown as what their bytes are, and as nothing else.
    const type = path === null ? null : await shownType(path).catch(() => null)
    if (path === null || type === null) return notFound()
    const headers = {
      'content-type': type,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'max-age=3600',
      // The page draws what is seen of them into one picture (startup-snapshot.ts).
      'access-control-allow-origin': appOrigin,
    }
    return fileResponse(path, headers, request.headers.get('range'))
  })
}

/** The page puts one after the other, and one more where it begins anew meanwhile. */
const mostSnapshots = 2

/** What is put is held whole, so only so many are. */
function snapshotDoor(startupSnapshot: StartupSnapshotFile): (request: Request) => Promise<Response> {
  let underWay = 0
  return async (request) => {
    if (underWay >= mostSnapshots) return new Response(null, { status: 429, headers: bare })
    underWay += 1
    try {
      const text = await shortText(request)
      const isKept = text !== null && (await startupSnapshot.keep(text))
      return new Response(null, { status: isKept ? 204 : 400, headers: bare })
    } finally {
      underWay -= 1
    }
  }
}

function sample(name: string): string | null {
  const file = samples[name]
  return file === undefined ? null : join(resourcesFolder, file)
}

/** A path below a folder, or null: no address climbs out of it, and one that cannot be read leads nowhere. */
function inside(folder: string, pathname: string): string | null {
  try {
    const path = normalize(join(folder, decodeURIComponent(pathname)))
    return path.startsWith(folder + sep) ? path : null
  } catch {
    return null
  }
}

/** What a request carries, or null where that is more than anything of ours. */
async function shortText(request: Request): Promise<string | null> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of request.body ?? []) {
    bytes += piece.byteLength
    if (bytes > maxStartupSnapshotBytes) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

const ownHeaders = (ending: string): Record<string, string> => ({
  'content-type': types[ending] ?? 'application/octet-stream',
  'content-security-policy': contentSecurityPolicy,
  'permissions-policy': permissionsPolicy,
  'x-dns-prefetch-control': 'off',
})

/** Nobody looks into the bytes and finds something else in them. */
const asSaid = { 'x-content-type-options': 'nosniff' }

/** No word of it is anybody's, and nothing may be made of it. */
const bare = { 'content-security-policy': "default-src 'none'; sandbox", ...asSaid }

const notFound = (): Response =>
  new Response('not found', { status: 404, headers: { ...bare, 'content-type': 'text/plain; charset=utf-8' } })

/** Of the app itself: its name says what it is. */
const ownFile = async (path: string | null): Promise<Response> =>
  path === null ? notFound() : fileResponse(path, ownHeaders(extname(path).toLowerCase()))

/** Of the app itself, and made anew each time. */
const textResponse = (text: string, ending: '.html' | '.css'): Response =>
  new Response(text, { headers: { ...ownHeaders(ending), ...asSaid, 'cache-control': 'no-store' } })

const openFiles = new OpenFiles()

/** @param part a `Range` header: a player asks for the middle of a video before it has read the beginning */
async function fileResponse(
  path: string,
  headers: Record<string, string>,
  part: string | null = null,
): Promise<Response> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return notFound()
  const range = rangeOf(part, found.size)
  const body = Readable.toWeb(openFiles.add(createReadStream(path, range ?? {}))) as ReadableStream<Uint8Array>
  return new Response(body, {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      ...asSaid,
      'content-length': String(range === null ? found.size : range.end - range.start + 1),
      'accept-ranges': 'bytes',
      ...(range === null ? {} : { 'content-range': `bytes ${range.start}-${range.end}/${found.size}` }),
    },
  })
}

/** One range of bytes, both ends included; null for the whole, also where the header asks for what there is not. */
function rangeOf(header: string | null, size: number): { start: number; end: number } | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to))
  return start <= end ? { start, end } : null
}
