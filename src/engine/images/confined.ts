import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { cleanEnvironment } from './clean-environment.ts'

// A decoder that a hostile picture has taken over has the rights of its process. On Linux bubblewrap takes away what no decoder
// needs, where the system has it: the network, D-Bus and with it the keychain, other processes, devices, and every write but
// into the folders for what it makes. It reads what the person can read, since pictures lie anywhere.

/** Where systems put it; never one that a search path leads to. */
const places = ['/usr/bin/bwrap', '/bin/bwrap']

/** Sockets of the session and of the system, and what no picture lies among; what is mounted below is given back. */
const hidden = (home: string): string[] =>
  ['/run', '/tmp/.X11-unix', ...['.ssh', '.gnupg', '.local/share/keyrings'].map((name) => join(home, name))].filter(
    (path) => existsSync(path),
  )
/** Disks that were plugged in, shares and documents of the desktop, and the programs of NixOS. */
const givenBack = (uid: number): string[] => [
  '/run/media',
  `/run/user/${uid}/gvfs`,
  `/run/user/${uid}/doc`,
  '/run/current-system',
]

/** @param writable folders for what it makes */
export function confinement(writable: readonly string[], home = homedir()): string[] {
  const both = (option: string, paths: readonly string[]): string[] => paths.flatMap((path) => [option, path, path])
  return [
    '--unshare-net',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--die-with-parent',
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...hidden(home).flatMap((path) => ['--tmpfs', path]),
    ...both('--ro-bind-try', givenBack(process.getuid?.() ?? 0)),
    ...both('--bind-try', writable),
  ]
}

const usable = new Map<string, boolean>()

/**
 * The program that confines; null where the system has none, or does not let it work (containers, some distributions): then
 * the process has the person's rights. Tried once, with the very program that is to be confined: some 50 ms.
 */
export function confiner(nodePath: string, candidates: readonly string[] = places): string | null {
  if (process.platform !== 'linux') return null
  for (const path of candidates) {
    const key = `${path} ${nodePath}`
    if (!usable.has(key)) usable.set(key, existsSync(path) && works(path, nodePath))
    if (usable.get(key)) return path
  }
  return null
}

function works(path: string, nodePath: string): boolean {
  const tried = spawnSync(path, [...confinement([]), '--', nodePath, '--version'], {
    stdio: 'ignore',
    timeout: 3000,
    env: cleanEnvironment(process.env),
  })
  return tried.status === 0
}
