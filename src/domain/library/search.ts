/** Whether a search holds anything that a word could be found by: signs alone find nothing. */
export const holdsWords = (search: string): boolean => /[\p{L}\p{N}]/u.test(search)
