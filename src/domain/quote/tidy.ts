/** Sums and products of decimal prices, without the dust of binary fractions. */
export const tidy = (credits: number): number => Math.round(credits * 1e6) / 1e6
