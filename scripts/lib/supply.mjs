// What is known of everything that the app is made of. Pure: the script asks the registry, the tests make it up.

const dayMs = 86_400_000
/** A security release must be in use within so many days. */
export const lateAfterDays = 14
const registry = 'https://registry.npmjs.org/'

/**
 * What is wrong with a lockfile: each package must come from the registry with a checksum of its bytes, and run nothing
 * when it is installed.
 * @param {{ packages: Record<string, { resolved?: string, integrity?: string, link?: boolean, inBundle?: boolean, hasInstallScript?: boolean }> }} lock
 * @param {Record<string, boolean>} allowScripts package.json's own list: false is a script that was looked at and never runs
 * @returns {{ packages: number, problems: string[] }}
 */
export function lockProblems(lock, allowScripts) {
  const entries = Object.entries(lock.packages).filter(([path]) => path !== '')
  const problems = entries.flatMap(([path, { resolved, integrity, link, inBundle, hasInstallScript }]) => {
    const name = path.split('node_modules/').at(-1) ?? path
    if (link) return [`${name} is a link to a folder of one machine`]
    // What lies within another package's archive is checked with it.
    if (inBundle) return []
    return [
      ...(resolved?.startsWith(registry) ? [] : [`${name} comes from ${resolved ?? 'nowhere'}, not from the registry`]),
      ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ? [] : [`${name} has no sha512 of its bytes`]),
      ...(hasInstallScript && allowScripts[name] !== false
        ? [`${name} wants to run a script when it is installed: look at it, then name it in allowScripts`]
        : []),
    ]
  })
  return { packages: entries.length, problems }
}

/**
 * How a version of Electron stands among those that were published.
 * @param {string} used for example 45.4.1
 * @param {Record<string, string>} published version to time, as the registry tells them
 * @param {number} nowMs
 * @returns {{ newest: string, behindDays: number | null, isLate: boolean, isSupported: boolean }} `newest` of the same
 * line; `behindDays` since the first newer one of it, null where there is none; the latest three lines are supported
 */
export function electronStanding(used, published, nowMs) {
  const versions = Object.keys(published)
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .sort(byVersion)
  const line = majorOf(used)
  const newer = versions.filter((version) => majorOf(version) === line && byVersion(version, used) > 0)
  const since = newer.map((version) => Date.parse(published[version])).sort((a, b) => a - b)[0]
  const behindDays = since === undefined ? null : Math.max(0, Math.floor((nowMs - since) / dayMs))
  const lines = [...new Set(versions.map(majorOf))].slice(-3)
  return {
    newest: newer.at(-1) ?? used,
    behindDays,
    isLate: behindDays !== null && behindDays > lateAfterDays,
    isSupported: lines.includes(line),
  }
}

/** Where Electron writes down what breaks; the registry's package of it has no such page. */
export const breakingChangesAddress =
  'https://raw.githubusercontent.com/electron/electron/main/docs/breaking-changes.md'

/**
 * What breaks after a version's line, by Electron's own page.
 * @param {string} page in Markdown
 * @param {string} used for example 45.4.1
 * @returns {{ line: number, headings: string[] }[] | null} the oldest line first; null where the page is not the one we know
 */
export function breakingChanges(page, used) {
  const sections = page.split(/^## (?=Planned Breaking API Changes)/m).slice(1)
  if (sections.length === 0) return null
  return sections
    .map((section) => ({
      line: Number(/^Planned Breaking API Changes \((\d+)\.\d+\)/.exec(section)?.[1]),
      headings: [...section.split(/^## /m)[0].matchAll(/^### (.+)$/gm)].map(([, words]) =>
        words.replaceAll('`', '').trim(),
      ),
    }))
    .filter(({ line }) => line > majorOf(used))
    .sort((a, b) => a.line - b.line)
}

const majorOf = (version) => Number(version.split('.')[0])

function byVersion(a, b) {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}

/**
 * The object in what npm printed: what it complains of stands around it.
 * @returns {any} null where there is none
 */
export function jsonIn(text) {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}

/**
 * What `npm audit --json` said, or why it said nothing.
 * @returns {{ checked: false, why: string } | { checked: true, found: { name: string, severity: string }[] }}
 */
export function auditOf(text) {
  const said = jsonIn(text)
  if (said === null) return { checked: false, why: 'npm audit gave no answer that can be read' }
  if (said.error || said.statusCode || typeof said.vulnerabilities !== 'object' || said.vulnerabilities === null)
    return { checked: false, why: said.message ?? said.error?.summary ?? 'the registry does not answer npm audit' }
  const found = Object.values(said.vulnerabilities).map(({ name, severity }) => ({ name, severity }))
  return { checked: true, found }
}

/** How often each licence occurs, the most frequent first. */
export function licenceCounts(licences) {
  const counts = new Map()
  for (const { licence } of licences) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0], 'en'))
}

/** Under which something may be shipped with an app whose source is not; each was looked at for what it demands. */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
])
/** Shared libraries that may be replaced, and whose words say how (licence-texts.mjs): sharp's alone. */
const replaceable = { name: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later' }

/**
 * What of the shipped parts may not be shipped as it is: a licence that nobody looked at, or one without its text, which
 * nearly all of them demand.
 * @param {{ name: string, licence: string, text: string }[]} licences
 * @returns {string[]}
 */
export function licenceProblems(licences) {
  return licences.flatMap(({ name, licence, text }) => [
    ...(isAllowed(name, licence) ? [] : [`${name} is under “${licence}”: look at it, then name it in allowedLicences`]),
    ...(text.trim() === '' ? [`${name} ships without its licence’s text: add it to licence-texts.mjs`] : []),
  ])
}

/** All of what an AND joins, one of what an OR joins. Anything more intricate is for people. */
function isAllowed(name, expression) {
  const isOne = (one) => allowedLicences.has(one) || (one === replaceable.licence && replaceable.name.test(name))
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  return bare.includes(' OR ') && !bare.includes(' AND ')
    ? bare.split(' OR ').some(isOne)
    : bare.split(' AND ').every(isOne)
}
