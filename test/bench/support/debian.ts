import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from './places.ts'

export interface Unpacked {
  /** What the packages hold, from its root on: `usr/bin`, `usr/share`. Empty where the system has them installed. */
  folder: string
  /** In which their programs find their libraries. */
  env: NodeJS.ProcessEnv
}

/**
 * Packages of the system's own archive, with what they need and the system lacks, unpacked into the cache: nothing is
 * installed, so nobody has to be root.
 */
export function debianPackages(...names: string[]): Unpacked | { missing: string } {
  const folder = join(cacheDir, 'debian', names.join('+'))
  if (!existsSync(join(folder, 'whole'))) {
    const problem = fetchInto(folder, names)
    if (problem !== null) return { missing: `${names.join(' and ')} of Debian: ${problem}` }
  }
  const usr = join(folder, 'usr')
  const libraries = existsSync(join(usr, 'lib'))
    ? readdirSync(join(usr, 'lib')).map((name) => join(usr, 'lib', name))
    : []
  return { folder, env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') } }
}

function fetchInto(folder: string, names: string[]): string | null {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return 'there is no apt-get here'
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(join(fresh, 'debs'), { recursive: true })
  const state = join(cacheDir, 'debian', 'lists')
  const own = [
    '-o',
    `Dir::State=${state}`,
    '-o',
    'Dir::State::status=/var/lib/dpkg/status',
    '-o',
    `Dir::Cache=${state}`,
  ]
  let options: string[] = []
  let plan = simulate(options, names)
  if (plan.problem !== null) {
    // The system's lists are absent or old; only root may renew them, so these are our own.
    mkdirSync(join(state, 'lists', 'partial'), { recursive: true })
    options = own
    apt([...options, 'update'])
    plan = simulate(options, names)
  }
  if (plan.problem !== null) return plan.problem
  if (plan.needed.length > 0) {
    const download = apt([...options, 'download', ...plan.needed], join(fresh, 'debs'))
    if (download.status !== 0) return lineOf(download.stderr)
  }
  for (const deb of readdirSync(join(fresh, 'debs'))) {
    const { status, stderr } = spawnSync('dpkg-deb', ['-x', join(fresh, 'debs', deb), fresh], { encoding: 'utf8' })
    if (status !== 0) return lineOf(stderr)
  }
  rmSync(join(fresh, 'debs'), { recursive: true })
  writeFileSync(join(fresh, 'whole'), '')
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  return null
}

/** What an installation would bring: the packages themselves and what they need, but not what is there. */
function simulate(options: string[], names: string[]): { needed: string[]; problem: string | null } {
  const { status, stdout, stderr } = apt([...options, 'install', '-s', '--no-install-recommends', ...names])
  if (status !== 0) return { needed: [], problem: lineOf(stderr) }
  return { needed: [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name), problem: null }
}

const apt = (args: string[], cwd?: string) =>
  spawnSync('apt-get', args, { cwd, encoding: 'utf8', timeout: 300_000, env: { ...process.env, LC_ALL: 'C' } })

const lineOf = (stderr: string): string => (/^E: .*/m.exec(stderr)?.[0] ?? 'it failed').slice(0, 200)
