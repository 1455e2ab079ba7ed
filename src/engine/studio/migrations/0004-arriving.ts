/**
 * Requests that are on their way out of a home of one computer: nobody here drives them before that home has given them away.
 * And which key a worker holds, as its fingerprint: what comes from a home must have been ordered under the same one.
 */
export const arriving = `
ALTER TABLE requests ADD COLUMN arriving boolean NOT NULL DEFAULT false;
ALTER TABLE workers ADD COLUMN key_fingerprint text;
`
