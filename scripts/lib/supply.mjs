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

const majorOf = (version) => Number(version.split('.')[0])

function byVersion(a, b) {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}

/**
 * What `npm audit --json` said, or why it said nothing.
 * @returns {{ checked: false, why: string } | { checked: true, found: { name: string, severity: string }[] }}
 */
export function auditOf(text) {
  let said
  try {
    // What npm complains of stands around it.
    said = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return { checked: false, why: 'npm audit gave no answer that can be read' }
  }
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
