/** What one call, and one order, may carry at most: bounds that keep a hostile or broken renderer from exhausting main. */
export const mostFiles = 5000
export const mostIds = 5000
/** Requests that the window shows at once. */
export const mostOpen = 10_000
/** Pictures to go by: references of Create, and for the other fields of a Skill than the one that the files fill. */
export const mostPictures = 50
/** Credits; above this sums of them are no longer exact. */
export const mostCredits = 1e12
/** Credits that a person may name as the most for one order. */
export const mostCeiling = 1e9
/** Requests of one order of Create, over all its prompts: more than that nobody has read. */
export const mostRequests = 500
/** Models of one order of Create. */
export const mostModels = 6
/** Requests for one prompt, of each model. */
export const mostOfOnePrompt = 20
/** Pictures that one call may mark, trash or restore without an act of a person's. */
export const mostMarkedFreely = 100
