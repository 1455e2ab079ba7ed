/** What the two copies of a home's receipts are called in its folder. */
export const databaseName = 'printroom.db'
export const journalName = 'receipts.journal'
/** Copies of the database, in a folder of this name beside it. */
export const backupsName = 'backups'
