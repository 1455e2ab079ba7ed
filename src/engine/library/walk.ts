import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

export interface Met {
  path: string
  name: string
  /** Below the folder, with `/`. */
  relativePath: string
}

/**
 * Plain files wherever they lie below a folder, each folder's own ones first; links are left alone, whatever they lead to.
 * @param goesIn whether a folder, or a file, of that name is looked at
 * @param onUntold told of what could not be read of a folder; the rest goes on
 */
export async function* filesBelow(
  folder: string,
  goesIn: (name: string) => boolean,
  onUntold: (error: unknown, relativePath: string) => void,
  below = '',
): AsyncGenerator<Met> {
  const folders: string[] = []
  try {
    for await (const entry of await opendir(join(folder, below))) {
      if (!goesIn(entry.name)) continue
      const relativePath = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) folders.push(relativePath)
      else if (entry.isFile()) yield { path: join(folder, relativePath), name: entry.name, relativePath }
    }
  } catch (error) {
    onUntold(error, below)
  }
  for (const one of folders.sort()) yield* filesBelow(folder, goesIn, onUntold, one)
}

export const isPlain = (name: string): boolean => !name.startsWith('.')
