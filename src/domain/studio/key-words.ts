/** What the app asks of whoever holds the key. */
const asked = /Set that key again(?: in Settings)?|Set a working key in Settings/g

/**
 * What is said about the key of a request, in a studio: it is at the workers, so that whoever ordered cannot set it.
 * @param key the fingerprint's first signs of the key that it was ordered under; null: it has none
 */
export const keyWordsInStudio = (words: string, key: string | null): string =>
  words.replace(asked, (advice) =>
    advice.startsWith('Set that')
      ? `Have an administrator set that key${key === null ? '' : ` (${key})`} again at all workers of the studio`
      : 'Have an administrator set a working key at all workers of the studio',
  )
