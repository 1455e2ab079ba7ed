/**
 * What people do with the library: a trash of its own, ratings, tags, collections. `trashed_ms` is from now on the app's
 * trash, from which there is a way back; `removed_ms` says when the file went to the system's. One index holds all that
 * the grid needs of a million pictures. Days become words, so that a search finds them.
 */
export const library = `
ALTER TABLE assets ADD COLUMN rating INTEGER NOT NULL DEFAULT 0;
ALTER TABLE assets ADD COLUMN removed_ms INTEGER;
UPDATE assets SET removed_ms = trashed_ms WHERE trashed_ms IS NOT NULL;

DROP INDEX assets_shown;
CREATE INDEX assets_shape ON assets (seq, width, height, created_ms) WHERE trashed_ms IS NULL;
CREATE INDEX assets_in_trash ON assets (seq) WHERE trashed_ms IS NOT NULL AND removed_ms IS NULL;
CREATE INDEX assets_rated ON assets (seq, rating) WHERE rating > 0;
CREATE INDEX assets_by_model ON assets (model_name, seq) WHERE model_name IS NOT NULL;
CREATE INDEX assets_by_skill ON assets (skill, seq) WHERE skill IS NOT NULL;
CREATE INDEX assets_videos ON assets (seq) WHERE media_type = 'video';
CREATE INDEX assets_content ON assets (sha256);

CREATE TABLE tags (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE
) STRICT;
CREATE TABLE asset_tags (
  tag_id INTEGER NOT NULL,
  asset_seq INTEGER NOT NULL,
  PRIMARY KEY (tag_id, asset_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX asset_tags_of ON asset_tags (asset_seq);

CREATE TABLE collections (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  made_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE collection_assets (
  collection_id INTEGER NOT NULL,
  asset_seq INTEGER NOT NULL,
  PRIMARY KEY (collection_id, asset_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX collection_assets_of ON collection_assets (asset_seq);

INSERT INTO asset_words (asset_words) VALUES ('delete-all');
INSERT INTO asset_words (rowid, words)
SELECT seq, concat_ws(' ', title, name, model_name, skill, strftime('%Y-%m-%d', created_ms / 1000, 'unixepoch', 'localtime'),
  CASE strftime('%m', created_ms / 1000, 'unixepoch', 'localtime')
    WHEN '01' THEN 'January' WHEN '02' THEN 'February' WHEN '03' THEN 'March' WHEN '04' THEN 'April'
    WHEN '05' THEN 'May' WHEN '06' THEN 'June' WHEN '07' THEN 'July' WHEN '08' THEN 'August'
    WHEN '09' THEN 'September' WHEN '10' THEN 'October' WHEN '11' THEN 'November' ELSE 'December' END)
FROM assets;
`
