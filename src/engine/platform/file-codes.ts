/** What `codeOf` tells of a file that is no file, and of a disk that says nothing: the system has no words for either. */
export const noFileCode = 'NO_FILE'
export const silentDiskCode = 'SILENT_DISK'
/** Not looked at (elsewhere.ts). */
export const elsewhereCode = 'ELSEWHERE'

/** What a system says of a share that went away or comes back, and not of a file on it. */
const shareCodes = ['ESTALE', 'ENOTCONN', 'ECONNABORTED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTDOWN', 'EHOSTUNREACH', 'EIO']

/** Whether it is the disk's trouble, and the file may be there as it was as soon as that is over. */
export const isDiskAway = (code: string): boolean => code === silentDiskCode || shareCodes.includes(code)
