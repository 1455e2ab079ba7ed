/**
 * What of a lockfile is not installed and is needed on this computer. An optional package is, where it is made for this very
 * system: the natives and Node itself come as such. One that names no system may hang on another that was left out.
 * @param {Record<string, { version?: string }>} installed npm's own list, by path
 * @param {Record<string, { version?: string, optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: string | string[] }>} locked
 * @param {{ os: string, cpu: string, libc: string | null }} [computer]
 * @returns {string[]} paths
 */
export function missingFrom(installed, locked, computer = thisComputer()) {
  return Object.entries(locked)
    .filter(([path, entry]) => path !== '' && installed[path]?.version !== entry.version)
    .filter(([path, entry]) => installed[path] || !entry.optional || isMadeFor(entry, computer))
    .map(([path]) => path)
}

const isMadeFor = ({ os, cpu, libc }, computer) =>
  (os !== undefined || cpu !== undefined) &&
  fits(os, computer.os) &&
  fits(cpu, computer.cpu) &&
  (computer.libc === null || fits(libc, computer.libc))

/** As npm reads such a list: names, or names that are ruled out. */
function fits(wanted, here) {
  if (wanted === undefined) return true
  const names = [wanted].flat()
  if (names.includes(`!${here}`)) return false
  const allowed = names.filter((name) => !name.startsWith('!'))
  return allowed.length === 0 || allowed.includes(here) || allowed.includes('any')
}

function thisComputer() {
  const { platform: os, arch: cpu } = process
  if (os !== 'linux') return { os, cpu, libc: null }
  // Without it the report looks up the name of every open connection.
  process.report.excludeNetwork = true
  return { os, cpu, libc: process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl' }
}
