// Who may import whom: design.md's "May import", as data.

const none = []
const feature = (name) => `features/${name}`
const everything = ['domain', 'contract', 'engine', 'practice', 'main', 'cli']

/**
 * For each folder of src: the folders of ours it may import beside itself, whether Node's own modules are open to it,
 * and the packages it may use (all that are not kept elsewhere, where no list is given).
 * @type {Record<string, { ours: string[], node: boolean, packages?: string[] }>}
 */
export const folders = {
  domain: { ours: none, node: false, packages: ['zod', '@cfworker/json-schema'] },
  contract: { ours: ['domain'], node: false, packages: ['zod'] },
  engine: { ours: ['domain', 'contract'], node: true },
  practice: { ours: none, node: true },
  preload: { ours: ['contract'], node: false, packages: ['electron'] },
  renderer: { ours: ['domain', 'contract'], node: false },
  main: { ours: everything, node: true },
  cli: { ours: everything, node: true },
}

/**
 * The layers of a folder, from the ground up: each may import itself and those before it. `.` are the files that lie in the
 * folder itself.
 */
export const layers = {
  engine: [
    ['platform', 'store', 'images', 'pace', 'remote', 'key', 'practice', 'sources', 'catalogue', 'views', 'copies'],
    ['gallery', 'library', 'queue', 'quoting', 'watch', 'assembly', '.', 'studio', 'api'],
  ].flat(),
  renderer: [
    ['messages', 'styles', 'format', 'grid', 'forms', 'lists', 'bridge', 'stores', 'hooks', 'components'],
    ['copies', 'projects', 'watch', 'queue', 'gallery', 'create', 'export', 'skills', 'receipt', 'settings'].map(
      feature,
    ),
    ['first-run', 'ledger', 'compare', 'library', 'touch-up', 'about'].map(feature),
    ['app', '.'],
  ].flat(),
}

/** Packages that live in some places only. A place is a folder of src or one below it. */
export const keptIn = [
  { packages: /^electron$/, places: ['main', 'preload'] },
  { packages: /^undici$/, places: ['engine/remote'] },
  { packages: /^better-sqlite3$/, places: ['engine/store', 'practice'] },
  { packages: /^sharp$/, places: ['engine/images', 'practice'] },
  { packages: /^(pg|aws4fetch)$/, places: ['engine/studio'] },
  { packages: /^@napi-rs\/keyring$/, places: ['engine/key'] },
  { packages: /^@modelcontextprotocol\//, places: ['cli/mcp'] },
  { packages: /^electron-updater$/, places: ['main/updates'] },
  {
    packages: /^(react|react-dom|react-aria-components|lucide-react|zustand|intl-messageformat|@fontsource.*)$/,
    places: ['renderer'],
  },
]

/** The domain is a function of its arguments: time, chance and the world come in from outside. */
export const impure = [
  { what: 'Date.now', pattern: /(?<![\w$.])Date\s*\.\s*now\b/g },
  { what: 'new Date()', pattern: /\bnew\s+Date\b(?:\s*\(\s*\)|(?!\s*\())/g },
  { what: 'performance', pattern: /(?<![\w$.])performance\s*\./g },
  { what: 'Math.random', pattern: /(?<![\w$.])Math\s*\.\s*random\b/g },
  { what: 'process', pattern: /(?<![\w$.])process\s*(?:\?\.|[.[])/g },
  { what: 'globalThis', pattern: /(?<![\w$.])globalThis\b/g },
  { what: 'fetch', pattern: /(?<![\w$.])fetch\s*\(/g },
  { what: 'a timer', pattern: /(?<![\w$.])set(?:Timeout|Interval|Immediate)\s*\(/g },
  { what: 'crypto', pattern: /(?<![\w$.])crypto\s*(?:\?\.|[.[])/g },
]

/**
 * What is written durably goes through named points, which the proofs crash: nowhere else does the engine call these.
 * The image worker's files and settings are made anew when they are lost.
 */
export const durable = {
  pattern:
    /(?<![\w$])(?:fsyncSync|fdatasyncSync|ftruncateSync|writeSync|renameSync|copyFileSync)\b|\.(?:immediate|sync)\(\)/g,
  in: /^engine\/(?!images\/worker\/)/,
  but: ['engine/platform/failpoints.ts', 'engine/store/commit.ts'],
}

/** Node's own way makes parents for ever where one is there and takes no child (`/proc`). */
export const endlessFolders = /(?<![\w$])mkdir(?:Sync)?\([^;]*?\brecursive\b/g

/**
 * V8's own bytes, as of `serialization: 'advanced'`: between processes and on disk Electron's V8 meets Node's, which does
 * not read them.
 */
export const foreignBytes = /(['"`])(?:advanced|(?:node:)?v8)\1/g

/** Electron drops a notice that nobody holds, and its click with it: one place makes and holds them. */
export const noticeMaker = { pattern: /\bnew\s+Notification\b/g, only: 'main/notices.ts' }

/** Main's clipboard answers with promises: whoever does not wait says that something was copied before it was. */
export const clipboardUnheard = /(?<!(?:\bawait|\breturn|=>)\s*)(?<![\w$.])clipboard\s*\.\s*(?:write|read|has)\w*\s*\(/g

/** What takes down one of the walls around the window (docs/security.md). Written as a member it would be switched on. */
export const wallBreaker =
  /(?<![\w$])(?:openExternal\b|(?:allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|webviewTag|allowpopups|nodeIntegrationInWorker|nodeIntegrationInSubFrames)\s*:|(?:nodeIntegration)\s*:\s*true|(?:sandbox|contextIsolation|webSecurity)\s*:\s*false)/g

/** Ways to silence a check. */
export const silencers = /biome-ignore|@ts-ignore|@ts-nocheck|@ts-expect-error|eslint-disable|oxlint-disable/

/** A folder of one person's machine, wherever it does not continue a longer path. /home/me and its like are examples. */
export const machinePath =
  /(?<![\w.~$}/-])\/(?:work|root)\/[\w.-]|(?<![\w.~$}/-])\/home\/(?!(?:me|you|user)\/)[a-z][\w-]*\/|(?<![\w.~$}/-])\/Users\/[A-Za-z][\w-]*\//

export const manyLines = 400
