import { type WatchSetting, watchSetting } from '../../domain/watch/setting.ts'
import type { DurableSettings } from '../store/durable-settings.ts'

/** Watch folders as they were set up, read anew each time: another program of this home may change them. */
export class WatchSettings {
  readonly #settings: DurableSettings

  constructor(settings: DurableSettings) {
    this.#settings = settings
  }

  /** In the order of their making. What cannot be read is not watched. */
  all(): WatchSetting[] {
    const found: WatchSetting[] = []
    for (const [id, text] of this.#settings.watches()) {
      const setting = parse(text)
      if (setting?.id === id) found.push(setting)
    }
    return found.sort((a, b) => a.setUpAtMs - b.setUpAtMs)
  }

  get(id: string): WatchSetting | null {
    return this.all().find((one) => one.id === id) ?? null
  }

  put(setting: WatchSetting): void {
    this.#settings.setWatch(setting.id, JSON.stringify(setting))
  }

  /** What was removed stays named: an older copy of the database must not bring it back. */
  remove(id: string): void {
    this.#settings.setWatch(id, 'removed')
  }
}

function parse(text: string): WatchSetting | null {
  if (text === 'removed') return null
  try {
    return watchSetting.parse(JSON.parse(text))
  } catch {
    return null
  }
}
