const otherSystem = 'it is another system’s'
const notAsked = 'nobody asked for it: --installers'
const of = (wanted, platform) => (wanted === platform ? null : otherSystem)

/**
 * What a check can need, each with the words of why it is not to be had here, or null.
 * @typedef {{ isGenuine: boolean, platform: string, isRoot: boolean, hasScreen: boolean,
 *   withInstallers: boolean }} Facts
 * @type {Record<string, (facts: Facts) => string | null>}
 */
const needs = {
  runtime: ({ isGenuine }) => (isGenuine ? null : 'only Electron’s own runtime shows it'),
  screen: ({ hasScreen }) => (hasScreen ? null : 'there is no screen here'),
  // Of the stand-in root may start what it likes: nothing of the sandbox is seen on it anyway.
  'ordinary user': ({ isRoot, isGenuine }) => (isRoot && isGenuine ? 'root starts Chromium without its sandbox' : null),
  installers: ({ withInstallers }) => (withInstallers ? null : notAsked),
  linux: ({ platform }) => of('linux', platform),
  macOS: ({ platform }) => of('darwin', platform),
  windows: ({ platform }) => of('win32', platform),
  'macOS or windows': ({ platform }) => (platform === 'linux' ? otherSystem : null),
  'linux or macOS': ({ platform }) => (platform === 'win32' ? otherSystem : null),
}

/**
 * @param {readonly string[]} names
 * @param {Facts} facts
 * @returns {{ verdict: 'another system' | 'not asked' | 'not run', words: string } | null} null where all is there
 */
export function unmet(names, facts) {
  const whys = names.map((name) => needs[name](facts)).filter((why) => why !== null)
  if (whys.length === 0) return null
  if (whys.includes(otherSystem)) return { verdict: 'another system', words: otherSystem }
  if (whys.includes(notAsked)) return { verdict: 'not asked', words: notAsked }
  return { verdict: 'not run', words: whys[0] }
}

export const isNeed = (name) => Object.hasOwn(needs, name)
