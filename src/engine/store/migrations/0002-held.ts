/**
 * What a receipt says beside its own text, for sums under a cap, for what was paid before, and for daily counts. NULL in
 * `holding` means: not worked out yet (a row of an older version).
 */
export const held = `
ALTER TABLE requests ADD COLUMN holding TEXT;
ALTER TABLE requests ADD COLUMN held_credits REAL;
ALTER TABLE requests ADD COLUMN held_ms INTEGER;
ALTER TABLE requests ADD COLUMN sent_ms INTEGER;
ALTER TABLE requests ADD COLUMN sameness TEXT;
ALTER TABLE requests ADD COLUMN replaces TEXT;
CREATE INDEX requests_held ON requests (holding, origin, held_ms, held_credits);
CREATE INDEX requests_of_batch ON requests (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX requests_sent ON requests (origin, skill, sent_ms) WHERE skill IS NOT NULL;
CREATE INDEX requests_same ON requests (origin, sameness) WHERE phase = 'completed';
CREATE INDEX requests_replacing ON requests (replaces) WHERE replaces IS NOT NULL;
`
