/** What designers call the results of the Skills whose ids are other words. */
const words: Readonly<Record<string, string>> = {
  'remove-bg': 'cutout',
  'white-bg': 'background',
  'brand-poster': 'poster',
}

/** The word for a Skill in the names of its results. */
export const skillWord = (skill: string): string => (Object.hasOwn(words, skill) ? (words[skill] ?? skill) : skill)
