/**
 * What a library of a million is searched and sorted by, each with an index that gives its rows in order: the colours of a
 * picture and how much of it each takes, its shape, its day (of Greenwich: the edges are looked at one by one), the project
 * and the charge of its order. The last two follow the rows they are of, whoever writes those.
 */
export const findingMigration = `
ALTER TABLE assets ADD COLUMN palette TEXT;
ALTER TABLE assets ADD COLUMN credits REAL;
ALTER TABLE assets ADD COLUMN shape TEXT AS (
  CASE WHEN width * 100 > height * 103 THEN 'landscape' WHEN height * 100 > width * 103 THEN 'portrait'
    WHEN width > 0 THEN 'square' END);
ALTER TABLE assets ADD COLUMN day_number INTEGER AS (created_ms / 86400000);
UPDATE assets SET credits = requests.credits_used FROM requests
  WHERE requests.id = assets.request_id AND requests.credits_used IS NOT NULL;

CREATE INDEX assets_animations ON assets (seq) WHERE format = 'gif';
CREATE INDEX assets_by_shape ON assets (shape, seq);
CREATE INDEX assets_by_day ON assets (day_number, seq);
CREATE INDEX assets_cutouts ON assets (seq) WHERE has_alpha = 1;
CREATE INDEX assets_by_name ON assets (name COLLATE NOCASE, seq);
CREATE INDEX assets_by_rating ON assets (rating, seq);
CREATE INDEX assets_by_size ON assets (size_bytes, seq);
CREATE INDEX assets_by_credits ON assets (ifnull(credits, -1), seq);

CREATE TABLE asset_colours (
  colour TEXT NOT NULL,
  asset_seq INTEGER NOT NULL,
  share INTEGER NOT NULL,
  PRIMARY KEY (colour, asset_seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE asset_projects (
  project TEXT NOT NULL COLLATE NOCASE,
  asset_seq INTEGER NOT NULL,
  PRIMARY KEY (project, asset_seq)
) STRICT, WITHOUT ROWID;
INSERT INTO asset_projects SELECT p.project, a.seq FROM request_projects AS p JOIN assets AS a ON a.request_id = p.request_id;

CREATE TRIGGER asset_added AFTER INSERT ON assets BEGIN
  INSERT OR IGNORE INTO asset_projects SELECT project, NEW.seq FROM request_projects WHERE request_id = NEW.request_id;
  UPDATE assets SET credits = r.credits_used FROM requests AS r
    WHERE assets.seq = NEW.seq AND r.id = NEW.request_id AND r.credits_used IS NOT NULL;
END;
CREATE TRIGGER request_filed AFTER INSERT ON request_projects BEGIN
  INSERT OR IGNORE INTO asset_projects SELECT NEW.project, seq FROM assets WHERE request_id = NEW.request_id;
END;
CREATE TRIGGER request_unfiled AFTER DELETE ON request_projects BEGIN
  DELETE FROM asset_projects WHERE project = OLD.project
    AND asset_seq IN (SELECT seq FROM assets WHERE request_id = OLD.request_id);
END;
CREATE TRIGGER request_charged AFTER UPDATE OF credits_used ON requests
WHEN NEW.credits_used IS NOT OLD.credits_used BEGIN
  UPDATE assets SET credits = NEW.credits_used WHERE request_id = NEW.id;
END;
CREATE TRIGGER request_added AFTER INSERT ON requests WHEN NEW.credits_used IS NOT NULL BEGIN
  UPDATE assets SET credits = NEW.credits_used WHERE request_id = NEW.id;
END;
`
