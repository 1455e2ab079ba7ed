/** The code that an error of the system, of SQLite or of a library carries, such as `ENOENT`; empty where it has none. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** What the system says where there is no room: the disk is full, or this account's share of it. */
export const noRoomCodes: readonly string[] = ['ENOSPC', 'EDQUOT']

export const isNoRoom = (error: unknown): boolean => noRoomCodes.includes(codeOf(error))
