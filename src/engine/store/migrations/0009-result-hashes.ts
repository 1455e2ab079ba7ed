/**
 * The content of every result that ever came home, as 32 bytes each: it follows from the receipts of all times, so it
 * outlives the rows of the library, which a restore may empty. What only older steps in the journal name is read from it
 * by the opening of the store.
 */
export const resultHashes = `
CREATE TABLE IF NOT EXISTS result_hashes (sha256 BLOB PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO result_hashes SELECT unhex(sha256) FROM assets WHERE unhex(sha256) IS NOT NULL;
INSERT OR IGNORE INTO result_hashes
  SELECT unhex(json_extract(named.value, '$.sha256'))
  FROM requests, json_each(CASE WHEN json_valid(receipt) THEN receipt ELSE '{}' END, '$.assets') AS named
  WHERE unhex(json_extract(named.value, '$.sha256')) IS NOT NULL;
`
