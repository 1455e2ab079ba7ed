import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runtime } from './runtime.mjs'

const home = homedir()
const chosen = new Map()

const config = () =>
  process.platform === 'darwin'
    ? join(home, 'Library', 'Application Support')
    : process.env.XDG_CONFIG_HOME || join(home, '.config')

const defaults = {
  home: () => home,
  appData: config,
  userData: (name) => join(appPaths.get('appData', name), name),
  sessionData: (name) => appPaths.get('userData', name),
  temp: tmpdir,
  exe: () => join(import.meta.dirname, 'electron'),
  module: () => join(import.meta.dirname, 'electron'),
  desktop: () => join(home, 'Desktop'),
  documents: () => join(home, 'Documents'),
  downloads: () => join(home, 'Downloads'),
  music: () => join(home, 'Music'),
  pictures: () => join(home, 'Pictures'),
  videos: () => join(home, 'Videos'),
  logs: (name) => join(appPaths.get('userData', name), 'logs'),
  crashDumps: (name) => join(appPaths.get('userData', name), 'Crashpad'),
  assets: () => dirname(runtime.appPath),
}

export const appPaths = {
  get(key, appName) {
    if (!(key in defaults)) throw new Error(`Failed to get '${key}' path`)
    return chosen.get(key) ?? defaults[key](appName)
  },
  set(key, path) {
    if (!(key in defaults)) throw new Error(`Failed to set path '${key}'`)
    chosen.set(key, path)
  },
}
