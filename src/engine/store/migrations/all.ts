import { first } from './0001-first.ts'
import { held } from './0002-held.ts'
import { fewerPages } from './0003-fewer-pages.ts'
import { library } from './0004-library.ts'
import { gallery } from './0005-gallery.ts'
import { copiesAndWatches } from './0006-copies-and-watches.ts'
import { projects } from './0007-projects.ts'
import { lettersAsWords } from './0008-letters-as-words.ts'
import { resultHashes } from './0009-result-hashes.ts'
import { agents } from './0010-agents.ts'
import { flags } from './0011-flags.ts'
import { findingMigration } from './0012-finding.ts'
import { madeHere } from './0013-made-here.ts'

/** In order; the database's `user_version` counts how many have run. Forward only. */
export const migrations: readonly string[] = [
  first,
  held,
  fewerPages,
  library,
  gallery,
  copiesAndWatches,
  projects,
  lettersAsWords,
  resultHashes,
  agents,
  flags,
  findingMigration,
  madeHere,
]
