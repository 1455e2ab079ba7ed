/** What one call, and one order, may carry at most (contract/ipc.ts; a test holds the two against each other). */
export const mostFiles = 5000
export const mostIds = 5000
/** Pictures to go by: references of Create, and for the other fields of a Skill than the one that the files fill. */
export const mostPictures = 50

/** All of them in their order, in as few parts as there can be. */
export const slices = <T>(all: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most))
