const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const dressed = 'áƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÁƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'
const accents = new Map([...plain].map((letter, at) => [letter, dressed[at] ?? letter]))

/** Every Latin letter accented, every vowel twice: about a third longer, and still to be read. */
export const accented = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) => {
    const other = accents.get(letter) ?? letter
    return /[aeiou]/i.test(letter) ? other + other.toLowerCase() : other
  })

/** As `accented`, each word written from right to left (U+202E … U+202C), as words of such a script are. */
export const backwards = (text: string): string =>
  accented(text).replace(/\p{L}[\p{L}\p{M}\p{Pd}’']*/gu, (word) => `\u202e${word}\u202c`)
