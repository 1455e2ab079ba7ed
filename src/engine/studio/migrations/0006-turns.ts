/**
 * Turns are a person's, no request's: what was approved late, or tried again, had the turn of its order. A place is among the
 * requests of one person since then, and `studio.turn` and the index requests_waiting are what older workers go by.
 */
export const turns = `
CREATE TABLE turns (
  person uuid PRIMARY KEY,
  turn bigint NOT NULL
);
INSERT INTO turns (person, turn) SELECT id, 0 FROM people;

-- Of somebody who may not act any more: a lead or an administrator has said that it goes on.
ALTER TABLE requests ADD COLUMN released boolean NOT NULL DEFAULT false;

-- What waits for a place for sending, and stands in the order of turns for it, whichever worker has it.
CREATE TABLE slot_waits (
  request uuid PRIMARY KEY,
  place text NOT NULL COLLATE "C",
  asked_at timestamptz NOT NULL
);
CREATE INDEX requests_by_person ON requests (person, place) WHERE phase = 'approved' AND NOT arriving;
`
