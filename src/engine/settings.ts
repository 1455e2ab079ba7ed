import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { contrast, language, network } from '../contract/settings.ts'
import { updateChoices } from '../contract/updates.ts'
import { theme } from '../contract/views.ts'
import { codeOf } from '../domain/error-code.ts'
import { CallError } from './call-error.ts'
import { writeDurably } from './store/durable-file.ts'

const settings = z.object({
  /** A service's address, the word `practice`, or null when nothing was chosen yet. */
  service: z.string().nullable().catch(null),
  /** Addresses of services that were left with a key or open requests, the last one first: there is a way back to each. */
  leftServices: z.array(z.string()).catch([]),
  theme: theme.catch('system'),
  contrast: contrast.catch('system'),
  language: language.catch('en'),
  network: network.catch({ proxy: 'system', extraCa: null }),
  updates: updateChoices.catch({ address: null, on: null }),
})
export type Settings = z.infer<typeof settings>

/** A choice that cannot be taken, in words. What was chosen before stays. */
export class SettingError extends CallError {
  override name = 'SettingError'
  constructor(message: string) {
    super('setting', message)
  }
}

const lostWords =
  'The settings could not be read, so Printroom does not know which service you use. Receipts, library and key are where they were; nothing was sent or charged. Give the service’s address again.'

/** The same choices once more: a file that is damaged after it was written takes no service away. */
const copyOf = (path: string): string => `${path}.copy`

/**
 * Choices that hold before any service is known, from their file or else its copy.
 * @returns defaults where there is neither; then `problem` is a sentence if one is there and cannot be read
 */
export function readSettings(path: string): { settings: Settings; problem: string | null } {
  const files = [read(path), read(copyOf(path))]
  const kept = files.find((file) => typeof file === 'object')
  const isLost = kept === undefined && files.includes('unreadable')
  return { settings: kept ?? settings.parse({}), problem: isLost ? lostWords : null }
}

function read(path: string): Settings | 'missing' | 'unreadable' {
  try {
    return settings.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'missing' : 'unreadable'
  }
}

/** Both synced, one after the other, so that one is whole at every moment. @throws where the first cannot be written */
export function writeSettings(path: string, value: Settings): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const content = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
  writeDurably('settings', path, content)
  try {
    writeDurably('settings', copyOf(path), content)
  } catch {
    // The choice itself is on disk; the next one brings the copy along.
  }
}
