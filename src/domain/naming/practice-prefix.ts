/** Begins the name of every file that practice's results come as, also of copies elsewhere: none must pass for a paid one. */
export const practicePrefix = 'practice-'

/** What a name says after it, so that what is made of practice's files says it once. @param prefix empty where it is not practice's */
export const afterPrefix = (name: string, prefix: string): string =>
  name.startsWith(prefix) ? name.slice(prefix.length) : name
