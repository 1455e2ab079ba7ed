import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Where everything of one service lives. Practice has folders of its own, so that nothing of it mixes with paid work. */
export interface Folders {
  /** Database, journal, backups. */
  data: string
  library: string
  /** Thumbnails and prepared uploads: can be deleted when nothing is under way. */
  cache: string
  /** State of the practice service itself, as if it were remote. */
  practice: string
  /** The file with the choices that are not a service's: address, theme. */
  settings: string
  /** Where this computer notes which homes it has had (home-memory.ts): never in a home that was pointed to. */
  memory: string
}

export const paidPart = 'service'
export const practicePart = 'practice'

/**
 * `PRINTROOM_HOME` puts everything under one folder; without it the platform's own folders are used, with the library
 * in Pictures (design.md, "Storage").
 */
export function foldersFor(
  home: string | undefined,
  isPractice: boolean,
  env: NodeJS.ProcessEnv = process.env,
): Folders {
  const part = isPractice ? practicePart : paidPart
  const { data, cache } = platformFolders(env)
  const memory = join(data, 'homes')
  if (home !== undefined && home !== '') {
    const root = resolve(home)
    return {
      data: join(root, part),
      library: join(root, part, 'library'),
      cache: join(root, part, 'cache'),
      practice: join(root, practicePart, 'remote'),
      settings: join(root, 'settings.json'),
      memory,
    }
  }
  return {
    data: join(data, part),
    library: join(homedir(), 'Pictures', isPractice ? 'Printroom practice' : 'Printroom'),
    cache: join(cache, part),
    practice: join(data, practicePart, 'remote'),
    settings: join(data, 'settings.json'),
    memory,
  }
}

/** Beside practice: the data of the paid service in the same home. */
export const paidDataBeside = ({ settings }: Folders): string => join(dirname(settings), paidPart)

function platformFolders(env: NodeJS.ProcessEnv): { data: string; cache: string } {
  const home = homedir()
  switch (process.platform) {
    case 'darwin':
      return {
        data: join(home, 'Library/Application Support/Printroom'),
        cache: join(home, 'Library/Caches/Printroom'),
      }
    case 'win32': {
      const local = env.LOCALAPPDATA ?? join(home, 'AppData/Local')
      return { data: join(local, 'Printroom/Data'), cache: join(local, 'Printroom/Cache') }
    }
    default:
      return {
        data: join(env.XDG_DATA_HOME || join(home, '.local/share'), 'printroom'),
        cache: join(env.XDG_CACHE_HOME || join(home, '.cache'), 'printroom'),
      }
  }
}
