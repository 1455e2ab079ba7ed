/** What agents ordered follows from the receipts (derived.ts): within which budget, and under which key of their own. */
export const agents = `
ALTER TABLE requests ADD COLUMN agent_budget TEXT;
ALTER TABLE requests ADD COLUMN agent_key TEXT;
CREATE INDEX requests_of_agents ON requests (agent_budget) WHERE agent_budget IS NOT NULL;
CREATE INDEX requests_agent_key ON requests (agent_key) WHERE agent_key IS NOT NULL;
`
