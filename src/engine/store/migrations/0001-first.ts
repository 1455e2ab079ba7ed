/**
 * Migrations are frozen once they have landed: they hold SQL text only and import nothing that may change.
 * The receipt itself is JSON with a checksum; columns beside it serve finding and summing.
 */
export const first = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE requests (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  revision INTEGER NOT NULL,
  origin TEXT NOT NULL,
  kind TEXT NOT NULL,
  skill TEXT,
  phase TEXT NOT NULL,
  is_open INTEGER NOT NULL,
  approved_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  batch_id TEXT,
  credits_quoted REAL,
  credits_used REAL,
  credits_status TEXT,
  receipt TEXT NOT NULL,
  checksum TEXT NOT NULL
) STRICT;
CREATE INDEX requests_open ON requests (origin, seq) WHERE is_open = 1;

CREATE TABLE happenings (
  seq INTEGER PRIMARY KEY,
  request_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  place INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  tone TEXT NOT NULL,
  title TEXT NOT NULL,
  detail TEXT NOT NULL,
  UNIQUE (request_id, revision, place)
) STRICT;

CREATE TABLE quarantine (
  seq INTEGER PRIMARY KEY,
  request_id TEXT,
  found_ms INTEGER NOT NULL,
  why TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;

CREATE TABLE assets (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  origin TEXT NOT NULL,
  request_id TEXT NOT NULL,
  job_index INTEGER NOT NULL,
  output_index INTEGER NOT NULL,
  name TEXT NOT NULL,
  relative_path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  width INTEGER,
  height INTEGER,
  format TEXT NOT NULL,
  has_alpha INTEGER NOT NULL,
  dominant_colour TEXT,
  perceptual_hash TEXT,
  profile TEXT,
  media_type TEXT NOT NULL,
  title TEXT NOT NULL,
  kind TEXT NOT NULL,
  skill TEXT,
  model_name TEXT,
  created_ms INTEGER NOT NULL,
  trashed_ms INTEGER,
  UNIQUE (request_id, job_index, output_index)
) STRICT;
CREATE INDEX assets_shown ON assets (seq) WHERE trashed_ms IS NULL;
CREATE INDEX assets_of_request ON assets (request_id);
CREATE VIRTUAL TABLE asset_words USING fts5(words, content='', contentless_delete=1, tokenize='unicode61', prefix='2 3');

CREATE TABLE uploads (
  seq INTEGER PRIMARY KEY,
  origin TEXT NOT NULL,
  request_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  purpose TEXT NOT NULL,
  image_url TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX uploads_at ON uploads (origin, at_ms);

CREATE TABLE caches (
  origin TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  read_ms INTEGER NOT NULL,
  PRIMARY KEY (origin, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE drafts (
  form TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE claims (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  pid INTEGER NOT NULL,
  host TEXT NOT NULL,
  fence INTEGER NOT NULL,
  beat INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
