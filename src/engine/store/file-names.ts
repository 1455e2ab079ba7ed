/** What the two copies of a home's receipts are called in its folder. */
export const databaseName = 'printroom.db'
export const journalName = 'receipts.journal'
/** Empty; SQLite's locks on it tell who has the home open. */
export const lockName = 'printroom.lock'
/** Copies of the database, in a folder of this name beside it. */
export const backupsName = 'backups'
