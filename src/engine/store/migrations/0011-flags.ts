/** Picked (1), rejected (-1) or neither (0), as photographers go through a shoot: beside the stars, and apart from them. */
export const flags = `
ALTER TABLE assets ADD COLUMN flag INTEGER NOT NULL DEFAULT 0 CHECK (flag IN (-1, 0, 1));
CREATE INDEX assets_flagged ON assets (flag, seq) WHERE flag <> 0;
`
