import { z } from 'zod'
import { visibleText } from '../links/visible-text.ts'

/** A file that can take this copy's place. */
export interface ReleaseFile {
  /** Its name in the folder of the address. */
  name: string
  sizeBytes: number
  /** 64 bytes in base64, as the server's list gives it. */
  sha512: string
}

/** The newest version of a server. */
export interface Release {
  version: string
  /** ISO 8601; null where it is not told. */
  date: string | null
  /** Plain text, as it came but for characters that nobody sees. */
  notes: string | null
  file: ReleaseFile
}

const mostBytes = 1024 ** 3
const mostNotes = 8000

const note = z.union([z.string(), z.object({ note: z.string().nullish() }).transform((one) => one.note ?? '')])
const list = z.object({
  version: z.string().max(64),
  files: z
    .array(z.object({ url: z.string(), sha512: z.string().optional(), size: z.number().optional() }))
    .min(1)
    .max(40),
  releaseDate: z
    .union([z.string().max(40), z.date()])
    .nullish()
    .catch(null),
  releaseNotes: z
    .union([z.string(), z.array(note).max(50)])
    .nullish()
    .catch(null),
})

const nothing = 'Nothing was downloaded.'
/** A plain name in the list's own folder, which no system reads as anything else. */
const isPlainName = (name: string): boolean =>
  name.length <= 120 && /^[A-Za-z0-9][A-Za-z0-9 ._+()-]*$/.test(name) && !name.includes('..')

const otherNames = { x64: /arm64|armv7l|ia32/i, arm64: /x64|x86_64|amd64|armv7l|ia32/i } as const

/** What a file is for, by its name. One list names the files of both kinds of Mac, and Intel's without saying so. */
function isFor(name: string, { arch, platform }: Wanted): boolean {
  const isArm = arch === 'arm64'
  if (otherNames[isArm ? 'arm64' : 'x64'].test(name)) return false
  return !(isArm && platform === 'darwin') || /arm64|universal/i.test(name)
}

interface Wanted {
  /** Of the file for this system. */
  ending: string
  /** Of this computer, as Node names both. */
  arch: string
  platform: string
}

/** Reads the list that electron-builder writes beside its packages (latest-linux.yml and its like), as a stranger's. */
export function readRelease(value: unknown, wanted: Wanted): { release: Release } | { problem: string } {
  const read = list.safeParse(value)
  if (!read.success)
    return { problem: `The address answers, but not with a list of versions that Printroom can read. ${nothing}` }
  const { version, files, releaseDate, releaseNotes } = read.data
  const fitting = files.filter(({ url }) => url.toLowerCase().endsWith(wanted.ending.toLowerCase()))
  const found = fitting.find(({ url }) => url.includes(wanted.arch)) ?? fitting.find(({ url }) => isFor(url, wanted))
  if (found === undefined) return { problem: `Version ${named(version)} has no package for this computer. ${nothing}` }
  if (!isPlainName(found.url))
    return { problem: `The list of versions names a file that does not lie beside it. ${nothing}` }
  if (found.sha512 === undefined || !/^[A-Za-z0-9+/]{86}==$/.test(found.sha512))
    return { problem: `Version ${named(version)} comes without a checksum, so that it cannot be checked. ${nothing}` }
  const { size } = found
  if (size === undefined || !Number.isSafeInteger(size) || size <= 0 || size > mostBytes)
    return { problem: `Version ${named(version)} has no size that a package of Printroom can have. ${nothing}` }
  return {
    release: {
      version,
      date: dateOf(releaseDate ?? null),
      notes: notesOf(releaseNotes ?? null),
      file: { name: found.url, sizeBytes: size, sha512: found.sha512 },
    },
  }
}

const named = (version: string): string => (/^[0-9A-Za-z.+-]{1,40}$/.test(version) ? version : 'there')

function dateOf(given: string | Date | null): string | null {
  const ms = given === null ? Number.NaN : given instanceof Date ? given.getTime() : Date.parse(given)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

function notesOf(given: string | string[] | null): string | null {
  const text = given === null ? '' : typeof given === 'string' ? given : given.join('\n\n')
  const shown = visibleText(text.slice(0, mostNotes)).trim()
  return shown === '' ? null : shown
}
