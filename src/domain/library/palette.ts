export interface PaletteColour {
  /** `#rrggbb`. */
  hex: string
  /** Of what is not transparent, in percent. */
  share: number
}

/** As the library keeps it: `#2f5d8a:41 #d8c9a0:22`. Empty: looked at, and there is none. */
export const paletteText = (colours: readonly PaletteColour[]): string =>
  colours.map(({ hex, share }) => `${hex}:${share}`).join(' ')

/** What is not written so is left out. */
export const readPalette = (text: string): PaletteColour[] =>
  text.split(' ').flatMap((part) => {
    const [, hex, share] = /^(#[0-9a-f]{6}):(\d{1,3})$/.exec(part) ?? []
    return hex === undefined ? [] : [{ hex, share: Number(share) }]
  })
