import { isAbsolute, relative } from 'node:path'

/** Whether a folder is another one or lies in it, by their paths alone. */
export function isWithin(folder: string, other: string): boolean {
  const way = relative(other, folder)
  return way === '' || !(way === '..' || /^\.\.[\\/]/.test(way) || isAbsolute(way))
}
