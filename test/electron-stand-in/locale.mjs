/**
 * An environment in which Chromium on Linux reads names of files as UTF-8. Where no locale is set, or the one of C, it loses
 * every letter beyond ASCII.
 * @template {Record<string, string | undefined>} T
 * @param {T} env
 * @returns {T | T & { LC_ALL: string }}
 */
export function withUnicode(env) {
  // As the system reads them: the first that is set and not empty.
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || 'C'
  return locale === 'C' || locale === 'POSIX' ? { ...env, LC_ALL: 'C.UTF-8' } : env
}
