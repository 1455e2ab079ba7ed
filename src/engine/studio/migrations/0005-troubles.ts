/** What is not as it should be at a worker, as JSON with a sentence each: “studio status” shows it. */
export const troubles = `
ALTER TABLE workers ADD COLUMN troubles text;
`
