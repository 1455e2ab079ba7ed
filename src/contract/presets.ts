/** Longest prompt of a preset, UTF-16 units: five times what one order takes. */
export const longestPresetPrompt = 100_000
/** Longest file of presets, UTF-16 units, both ways: what is written can be read again. */
export const longestPresetFile = 16_000_000
