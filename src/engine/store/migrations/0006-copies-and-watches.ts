/**
 * Copies of results that go elsewhere too, one row for each file and what became of it. What a watch folder ordered follows
 * from the receipts; what it found there, and need not look at again, lies beside them: the row without a name says that
 * the folder was looked through when it was set up.
 */
export const copiesAndWatches = `
CREATE TABLE copies (
  asset_id TEXT PRIMARY KEY,
  request_id TEXT NOT NULL,
  state TEXT NOT NULL,
  path TEXT,
  problem TEXT,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX copies_of_request ON copies (request_id);
CREATE INDEX copies_at ON copies (path) WHERE path IS NOT NULL;
CREATE INDEX copies_waiting ON copies (at_ms) WHERE state = 'waiting';

ALTER TABLE requests ADD COLUMN watch TEXT;
ALTER TABLE requests ADD COLUMN watch_content TEXT;
CREATE INDEX requests_watched_since ON requests (watch, approved_ms, credits_quoted) WHERE watch IS NOT NULL;
CREATE INDEX requests_watched ON requests (watch, watch_content) WHERE watch IS NOT NULL;

CREATE TABLE watch_known (
  watch TEXT NOT NULL,
  name TEXT NOT NULL,
  stat TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  sha256 TEXT,
  was_there INTEGER NOT NULL,
  PRIMARY KEY (watch, name, stat)
) STRICT, WITHOUT ROWID;
CREATE INDEX watch_known_content ON watch_known (watch, sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX watch_known_size ON watch_known (watch, size_bytes) WHERE sha256 IS NULL;
`
