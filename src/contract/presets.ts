/** Longest file of presets, UTF-16 units, both ways: what is written can be read again. */
export const longestPresetFile = 16_000_000
