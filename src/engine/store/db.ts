import type Database from 'better-sqlite3'
import { codeOf } from '../../domain/error-code.ts'

export type Db = Database.Database

/** Whether another one holds the lock that is needed. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY')
