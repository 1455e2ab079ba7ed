import { join } from 'node:path'
import { workFolder } from '../engine/platform/work-folder.ts'
import { whyOnlyRead } from '../engine/store/why-only-read.ts'

/**
 * Where Chromium keeps what is the window's own: in the home, and where nothing can be put there (its disk is away, or can
 * only be read) in a folder of this process alone. Not under one name in the folder that all accounts share: another
 * account would have made it beforehand, with links to our files in it, or with scripts that Chromium has compiled.
 */
export const profileFolder = (home: string, isAway: boolean): string =>
  isAway || whyOnlyRead(home) !== null ? join(workFolder(), 'window') : join(home, 'window')
