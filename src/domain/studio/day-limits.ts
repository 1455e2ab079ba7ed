/** What the service lets one account do a day (§8), whoever of a studio does it: uploads, and runs of each Skill. */
export const uploadsADay = 1000
export const skillRunsADay = 1000
