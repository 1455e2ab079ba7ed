/**
 * The receipt is text, not jsonb: its checksum is over bytes. What stands beside it follows from it, or is the studio's own
 * (person, project, turn). `xid` and `seq` are set anew at each change: together they are the cursor of the feed.
 */
export const firstStudioTables = `
CREATE TABLE studio (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  id uuid NOT NULL,
  name text NOT NULL,
  service text NOT NULL,
  files text NOT NULL,
  salt text NOT NULL,
  turn bigint NOT NULL DEFAULT 0
);

CREATE TABLE people (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('designer', 'lead', 'admin')),
  last_turn bigint,
  disabled_at timestamptz
);

CREATE TABLE commands (
  id uuid PRIMARY KEY,
  person uuid NOT NULL REFERENCES people,
  kind text NOT NULL,
  payload text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  done_at timestamptz,
  worker uuid,
  outcome text
);
CREATE INDEX commands_open ON commands (received_at) WHERE done_at IS NULL;
CREATE INDEX commands_newest ON commands (received_at);

CREATE SEQUENCE requests_seq;
CREATE SEQUENCE orders_seq;

CREATE TABLE requests (
  id uuid PRIMARY KEY,
  revision integer NOT NULL,
  partition smallint NOT NULL CHECK (partition BETWEEN 0 AND 15),
  person uuid NOT NULL REFERENCES people,
  project text,
  command uuid NOT NULL REFERENCES commands,
  skill text,
  phase text NOT NULL,
  is_open boolean NOT NULL,
  place text NOT NULL COLLATE "C",
  turn bigint NOT NULL,
  holding text NOT NULL,
  held_credits double precision,
  held_ms bigint NOT NULL,
  sent_ms bigint,
  replaces uuid,
  receipt text NOT NULL,
  checksum text NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq bigint NOT NULL DEFAULT nextval('requests_seq')
) WITH (fillfactor = 70);
CREATE INDEX requests_sent ON requests (partition) WHERE is_open AND phase <> 'approved';
CREATE INDEX requests_waiting ON requests (partition, place) WHERE phase = 'approved';
CREATE INDEX requests_feed ON requests (xid, seq);
CREATE INDEX requests_held ON requests (held_ms) INCLUDE (holding, held_credits, person, project) WHERE holding = 'spent';
CREATE INDEX requests_reserved ON requests (person) INCLUDE (holding, held_credits, project) WHERE holding IN ('waiting', 'inFlight');
CREATE INDEX requests_runs ON requests (skill, sent_ms) WHERE skill IS NOT NULL;

CREATE TABLE events (
  request uuid NOT NULL REFERENCES requests,
  revision integer NOT NULL,
  place integer NOT NULL,
  at_ms bigint NOT NULL,
  tone text NOT NULL,
  title text NOT NULL,
  detail text NOT NULL,
  PRIMARY KEY (request, revision, place)
);

-- Who wrote each step and under which fence: what the checks of a studio's history read.
CREATE TABLE steps (
  request uuid NOT NULL REFERENCES requests,
  revision integer NOT NULL,
  phase text NOT NULL,
  session uuid,
  fence bigint,
  written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (request, revision)
);

CREATE TABLE workers (
  session uuid PRIMARY KEY,
  name text NOT NULL,
  version text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE leases (
  partition smallint PRIMARY KEY CHECK (partition BETWEEN 0 AND 15),
  session uuid,
  fence bigint NOT NULL DEFAULT 0,
  renewed_at timestamptz
);
INSERT INTO leases (partition) SELECT generate_series(0, 15);

CREATE TABLE submit_slots (
  n smallint PRIMARY KEY,
  request uuid,
  session uuid,
  since timestamptz
);
INSERT INTO submit_slots (n) VALUES (1), (2);

CREATE TABLE budgets (
  scope text NOT NULL CHECK (scope IN ('studio', 'project', 'person')),
  name text NOT NULL,
  per_day double precision CHECK (per_day >= 0),
  per_order double precision CHECK (per_order >= 0),
  PRIMARY KEY (scope, name)
);

CREATE TABLE blobs (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint NOT NULL
);

CREATE TABLE assets (
  request uuid NOT NULL REFERENCES requests,
  job integer NOT NULL,
  output integer NOT NULL,
  sha256 text NOT NULL REFERENCES blobs,
  name text NOT NULL,
  PRIMARY KEY (request, job, output)
);
`
