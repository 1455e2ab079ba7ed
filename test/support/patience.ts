/**
 * How long a test waits for a signal. It costs nothing where that comes, so it is far longer than a slow machine with
 * other work takes; how long something may take is asked by `npm run bench`.
 */
export const patienceMs = Number(process.env.PRINTROOM_PATIENCE_MS ?? 60_000)
