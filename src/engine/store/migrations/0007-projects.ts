/** What people file their requests under: one project each, or none, which has no row. A project is there while it is named. */
export const projects = `
CREATE TABLE request_projects (
  request_id TEXT PRIMARY KEY,
  project TEXT NOT NULL COLLATE NOCASE,
  filed_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX request_projects_named ON request_projects (project, filed_ms);
`
