const passedOn = new Set([
  'PATH',
  'HOME',
  'USERPROFILE',
  'TMPDIR',
  'TMP',
  'TEMP',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
])

/**
 * The environment of a process that touches hostile files: a list of what is let through, so that no
 * key, no proxy password, no LD_PRELOAD and no NODE_OPTIONS get there whatever they are called.
 */
export function cleanEnvironment(from: NodeJS.ProcessEnv): Record<string, string> {
  const clean: Record<string, string> = {
    // Bitmaps come and go in several threads; more arenas would only keep more freed memory.
    MALLOC_ARENA_MAX: '2',
    // And bitmaps go back to the system when they are freed: half the resting memory, at no measurable cost.
    MALLOC_MMAP_THRESHOLD_: String(2 ** 20),
  }
  for (const [name, value] of Object.entries(from)) {
    // Windows spells the same name in several ways.
    if (value !== undefined && passedOn.has(name.toUpperCase())) clean[name] = value
  }
  return clean
}
