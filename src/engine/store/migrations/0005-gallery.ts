/**
 * Curated pictures that were looked up, kept to be browsed without the service: what it said of each, the words a search
 * finds it by, and which of its files lie in the cache.
 */
export const gallery = `
CREATE TABLE gallery (
  origin TEXT NOT NULL,
  id TEXT NOT NULL,
  value TEXT NOT NULL,
  label TEXT,
  words TEXT NOT NULL,
  kept_ms INTEGER NOT NULL,
  read_ms INTEGER NOT NULL,
  PRIMARY KEY (origin, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX gallery_kept ON gallery (origin, kept_ms);

CREATE TABLE gallery_files (
  origin TEXT NOT NULL,
  id TEXT NOT NULL,
  address TEXT NOT NULL,
  name TEXT NOT NULL,
  width INTEGER,
  height INTEGER,
  PRIMARY KEY (origin, id, address)
) STRICT, WITHOUT ROWID;
`
