/** Commands about one request, which whoever holds its lease carries out; what somebody may order without a lead. */
export const acts = `
ALTER TABLE commands ADD COLUMN request uuid;
ALTER TABLE people ADD COLUMN approval_limit double precision CHECK (approval_limit >= 0);
`
