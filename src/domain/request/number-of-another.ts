import type { Acceptance } from './outcomes.ts'

/** As long as a person reads of it. */
const longest = 60

/**
 * An acceptance that names the job of another order: the order is taken and may be charged (I5), and which job it has is not
 * known. It is then asked for by its own number (O48), and never sent again.
 * @param other the order that has the number
 */
export const withoutNumber = (said: Acceptance, generationId: string, other: string): Acceptance => ({
  ...said,
  jobs: [],
  creditsStatus: null,
  renderingStatus: null,
  pollHintSeconds: null,
  oddFigures: [
    ...(said.oddFigures ?? []),
    `job ${generationId.slice(0, longest)}, which is that of order ${other.slice(0, 8)}`,
  ],
})
