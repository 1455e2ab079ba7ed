/**
 * Pictures that were made here from others, at no cost: each names the one it was made from. They stand under the request
 * of that one, so that they are found by what is known of it, and have no charge, whatever that request was charged.
 */
export const madeHere = `
ALTER TABLE assets ADD COLUMN parent_id TEXT;
CREATE INDEX assets_made_here ON assets (parent_id, seq) WHERE parent_id IS NOT NULL;

DROP TRIGGER asset_added;
CREATE TRIGGER asset_added AFTER INSERT ON assets BEGIN
  INSERT OR IGNORE INTO asset_projects SELECT project, NEW.seq FROM request_projects WHERE request_id = NEW.request_id;
  UPDATE assets SET credits = r.credits_used FROM requests AS r
    WHERE assets.seq = NEW.seq AND NEW.parent_id IS NULL AND r.id = NEW.request_id AND r.credits_used IS NOT NULL;
END;
DROP TRIGGER request_charged;
CREATE TRIGGER request_charged AFTER UPDATE OF credits_used ON requests
WHEN NEW.credits_used IS NOT OLD.credits_used BEGIN
  UPDATE assets SET credits = NEW.credits_used WHERE request_id = NEW.id AND parent_id IS NULL;
END;
DROP TRIGGER request_added;
CREATE TRIGGER request_added AFTER INSERT ON requests WHEN NEW.credits_used IS NOT NULL BEGIN
  UPDATE assets SET credits = NEW.credits_used WHERE request_id = NEW.id AND parent_id IS NULL;
END;
`
