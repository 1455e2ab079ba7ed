import Database from 'better-sqlite3'
import type { Home } from '../home.ts'
import { makePracticeFile } from '../make-folder.ts'

const schema = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE accounts (
  id TEXT PRIMARY KEY, name TEXT NOT NULL,
  purchased INTEGER NOT NULL, daily INTEGER NOT NULL, welcome INTEGER NOT NULL
) STRICT;

CREATE TABLE tokens (
  id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts, name TEXT NOT NULL, value TEXT NOT NULL UNIQUE,
  is_active INTEGER NOT NULL, last_used_at INTEGER, created_at INTEGER NOT NULL
) STRICT;

-- A job's state is never stored: it follows from due_at, outcome and the clock. Settling only moves money.
CREATE TABLE jobs (
  id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts, token_id TEXT, request_id TEXT,
  skill TEXT, module TEXT, model_id TEXT NOT NULL, media_type TEXT NOT NULL, aspect_ratio TEXT NOT NULL,
  credits INTEGER NOT NULL, paid_from TEXT NOT NULL, accepted_at INTEGER NOT NULL, due_at INTEGER NOT NULL,
  outcome TEXT NOT NULL, error TEXT, failure_code TEXT, refund_pending INTEGER NOT NULL DEFAULT 0,
  settled INTEGER NOT NULL DEFAULT 0, gone INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX jobs_unsettled ON jobs (due_at) WHERE settled = 0;
CREATE INDEX jobs_by_token ON jobs (token_id, accepted_at);

-- Ordinary generation, per account (§4.3). job_id is null while only a reservation or a rejection is known.
CREATE TABLE generation_requests (
  request_id TEXT PRIMARY KEY, account_id TEXT NOT NULL, free_credits INTEGER NOT NULL, fingerprint TEXT NOT NULL,
  job_id TEXT REFERENCES jobs, reserved_until INTEGER, rejected_status INTEGER, rejected_body TEXT
) STRICT;

-- Skills, per key (§4.15). lease_until is set while a worker was interrupted before it dispatched anything.
CREATE TABLE skill_receipts (
  request_id TEXT PRIMARY KEY, token_id TEXT NOT NULL, account_id TEXT NOT NULL, skill TEXT NOT NULL,
  fingerprint TEXT NOT NULL, parameters TEXT NOT NULL, batch_id TEXT NOT NULL, submission TEXT NOT NULL,
  submission_http_status INTEGER NOT NULL, lease_until INTEGER
) STRICT;
CREATE INDEX jobs_by_request ON jobs (request_id);

CREATE TABLE media (
  id TEXT PRIMARY KEY, job_id TEXT REFERENCES jobs, position INTEGER NOT NULL, content_type TEXT NOT NULL,
  width INTEGER NOT NULL, height INTEGER NOT NULL, recipe TEXT, sha256 TEXT, size_bytes INTEGER
) STRICT;
CREATE INDEX media_by_job ON media (job_id, position);

CREATE TABLE ledger (
  id INTEGER PRIMARY KEY, account TEXT NOT NULL, token_id TEXT, request_id TEXT, generation_id TEXT NOT NULL,
  credits INTEGER NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('charge', 'refund')), at INTEGER NOT NULL,
  UNIQUE (generation_id, kind)
) STRICT;

CREATE TABLE daily_counts (
  account_id TEXT NOT NULL, what TEXT NOT NULL, day INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (account_id, what, day)
) STRICT;

-- Every paid POST that arrived, answered or not: what a client under test has really sent.
CREATE TABLE paid_posts (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL, request_id TEXT, body_sha256 TEXT NOT NULL, at INTEGER NOT NULL
) STRICT;

PRAGMA user_version = 1;
`

/** Steps from each version to the next; homes made by the first part of practice are at 1. */
const migrations = ['ALTER TABLE accounts ADD COLUMN unlimited INTEGER NOT NULL DEFAULT 0; PRAGMA user_version = 2;']

export function openPracticeDatabase(home: Home): Database.Database {
  // One that is only in memory has no file whose rights could be wrong.
  if (home.database !== ':memory:') makePracticeFile(home.database)
  const db = new Database(home.database)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  if (versionOf(db) === 0) db.exec(`BEGIN IMMEDIATE; ${schema} COMMIT;`)
  for (let version = versionOf(db); version <= migrations.length; version = versionOf(db)) {
    db.exec(`BEGIN IMMEDIATE; ${migrations[version - 1]} COMMIT;`)
  }
  return db
}

function versionOf(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/** For readers beside the owner, and for reading when no process runs. */
export function openDatabaseReadOnly(home: Home): Database.Database {
  return new Database(home.database, { readonly: true, fileMustExist: true })
}
