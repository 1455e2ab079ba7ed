/** What the two copies of a home's receipts are called in its folder. */
export const databaseName = 'printroom.db'
export const journalName = 'receipts.journal'
/** Empty; SQLite's locks on it tell who has the home open. */
export const lockName = 'printroom.lock'
/** Copies of the database, in a folder of this name beside it. */
export const backupsName = 'backups'
/**
 * In the library's folder, hidden: by this file it is known. Where its disk is not there a folder of the same name may be,
 * and what is put in that is found by nobody.
 */
export const markerName = '.printroom-library'
/** By any of these a folder is known as a home's data or a library, of whichever home. */
export const tellingNames: readonly string[] = [databaseName, journalName, markerName]
