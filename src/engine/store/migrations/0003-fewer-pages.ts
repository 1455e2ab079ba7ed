/**
 * Each page that a step touches is written and synced with it: the timeline in its own key's order needs no second index,
 * and one index of open and held receipts does the work of two.
 */
export const fewerPages = `
CREATE TABLE timeline (
  request_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  place INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  tone TEXT NOT NULL,
  title TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (request_id, revision, place)
) STRICT, WITHOUT ROWID;
INSERT INTO timeline SELECT request_id, revision, place, at_ms, tone, title, detail FROM happenings;
DROP TABLE happenings;
ALTER TABLE timeline RENAME TO happenings;

DROP INDEX requests_open;
DROP INDEX requests_held;
CREATE INDEX requests_held ON requests (origin, is_open, holding, held_ms, held_credits);
CREATE INDEX requests_underived ON requests (seq) WHERE holding IS NULL;
`
