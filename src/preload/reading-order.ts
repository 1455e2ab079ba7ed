export interface Placed {
  text: string
  box: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
}

/** Texts as the eye goes through them: line by line, and in a line from where its script begins. */
export const inReadingOrder = (texts: readonly Placed[], isFromRight: boolean): string =>
  [...texts]
    .sort(({ box: a }, { box: b }) => {
      if (a.bottom <= b.top + 1) return -1
      if (b.bottom <= a.top + 1) return 1
      return isFromRight ? b.right - a.right : a.left - b.left
    })
    .map(({ text }) => text)
    .join(' ')
