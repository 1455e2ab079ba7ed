/** Begins the name of every file that practice's results come as, also of copies elsewhere: none must pass for a paid one. */
export const practicePrefix = 'practice-'
