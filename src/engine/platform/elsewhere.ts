/**
 * Whether a path leads to another computer or a device as Windows writes them (`\\host\share`, `\\.\`, `\\?\`, `//host`).
 * Even a look at one tells that computer who we are: Windows logs in there by itself. Asked before any call of the system;
 * a share with a letter of its own is a disk like others, and its path is none of these.
 */
export const isElsewhere = (path: string): boolean => /^[\\/]{2}/.test(path)

/** What is said of one, as a clause. */
export const elsewhereWords =
  'it lies on another computer or is a device, which is not looked at by such a path; give the share a drive letter'
