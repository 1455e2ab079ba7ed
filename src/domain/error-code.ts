/** The code that an error of the system, of SQLite or of a library carries, such as `ENOENT`; empty where it has none. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Whether the system says that there is no room: the disk is full, or this account's share of it. */
export const isNoRoom = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
