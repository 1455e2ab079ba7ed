/** Where a name of a folder ends: `…/ann` is not the beginning of `…/anna`. */
const end = String.raw`(?![\p{L}\p{N}_-])`

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const isNameable = (folder: string): boolean => /[^/\\]/.test(folder.replace(/^[A-Za-z]:/, ''))

/** Whether a folder is the home folder or lies in it. */
export const isIn = (folder: string, home: string): boolean =>
  isNameable(home) && new RegExp(`^${escaped(home)}(?:[/\\\\]|$)`).test(folder)

/**
 * A text that names no folder but those in the home folder, which is written as ~: names of disks, of clients and of other
 * people stand in paths. Total.
 * @param known folders of ours by what they are called; what lies in them is named from there
 */
export function withoutPaths(text: string, home: string, known: Readonly<Record<string, string>>): string {
  let plain = text
  const ours = Object.entries(known).filter(([, folder]) => isNameable(folder) && !isIn(folder, home))
  // The longer first: one may lie in another.
  for (const [name, folder] of ours.sort(([, a], [, b]) => b.length - a.length))
    plain = plain.replace(new RegExp(`${escaped(folder)}${end}`, 'gu'), `(the ${name} folder)`)
  if (isNameable(home)) plain = plain.replace(new RegExp(`${escaped(home)}${end}`, 'gu'), '~')
  return plain.replace(elsewhere, '(a folder elsewhere)')
}

/** Any other path: of every system, and with spaces in it up to its last part. Addresses of the web are none. */
const elsewhere =
  /(?<![\p{L}\p{N}:/~)._-])(?:\/(?:[^/\n"“”]+\/)+|(?:[A-Za-z]:|\\)\\(?:[^\\\n"“”]+\\+)*)[^\s/\\"“”,;:()]*/gu
