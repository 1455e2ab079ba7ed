/** Whether a worker reaches the service, so that one which does not leaves its requests to one which does; sizes of results. */
export const workers = `
ALTER TABLE workers ADD COLUMN reaches_service boolean NOT NULL DEFAULT true;
ALTER TABLE assets ADD COLUMN width integer;
ALTER TABLE assets ADD COLUMN height integer;
`
