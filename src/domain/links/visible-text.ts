/** Joiners that scripts and emoji are written with, and the marks that choose between a letter's pictures. */
const needed = /\u200c|\u200d|[\ufe00-\ufe0f]/u

/** Those where they join and choose nothing: a row of them spells hidden words as well. */
const stray =
  /(?<=^|\s|\u200c|\u200d|[\ufe00-\ufe0f])[\ufe00-\ufe0f]+|(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200c|\u200d)+|(?:\u200c|\u200d)+(?![\p{L}\p{M}\p{Extended_Pictographic}])/gu

/**
 * Text of a stranger as somebody would read it: line ends in one form, without control characters, characters that turn
 * the direction around, and those that nobody sees (hidden words of a prompt would be ordered unseen).
 */
export const visibleText = (text: string): string => withoutStrays(withoutHidden(text))

/** What one leaves may be the stray of another. */
function withoutStrays(text: string): string {
  const less = text.replace(stray, '')
  return less === text ? text : withoutStrays(less)
}

const withoutHidden = (text: string): string =>
  text
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/gu, '\n')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu, (each) =>
      each === '\n' || needed.test(each) ? each : each === '\t' ? ' ' : '',
    )
