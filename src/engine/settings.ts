import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { contrast, language, network } from '../contract/settings.ts'
import { updateChoices } from '../contract/updates.ts'
import { theme } from '../contract/views.ts'
import { rename } from './durable.ts'

const settings = z.object({
  /** A service's address, the word `practice`, or null when nothing was chosen yet. */
  service: z.string().nullable().catch(null),
  theme: theme.catch('system'),
  contrast: contrast.catch('system'),
  language: language.catch('en'),
  network: network.catch({ proxy: 'system', extraCa: null }),
  updates: updateChoices.catch({ address: null, on: null }),
  /** Whether a key was ever set in this home: then practice is no longer offered as the default. */
  hadKey: z.boolean().catch(false),
})
export type Settings = z.infer<typeof settings>

/** A choice that cannot be taken, in words. What was chosen before stays. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/** Choices that hold before any service is known. A damaged file reads as its defaults; nothing paid hangs on it. */
export function readSettings(path: string): Settings {
  try {
    return settings.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return settings.parse({})
  }
}

export function writeSettings(path: string, value: Settings): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}.new`
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  rename('settings rename', temporary, path)
}
