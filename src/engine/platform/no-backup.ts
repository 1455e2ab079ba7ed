/** Main says it before anything is closed, and the engine where one went meanwhile. */
export const noBackupWords = (name: string): string => `There is no backup ${name} any more. Nothing was changed.`
