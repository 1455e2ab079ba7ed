/**
 * Switches of Chromium and Node by which another program would read what this one holds in memory, or lead its page: the
 * key among it. The fuses take Node's own; Chromium's are read before any line of ours, so all that can be done is to end.
 */
const opening =
  /^--?(remote-debugging-|remote-allow-origins|inspect|debug|js-flags|disable-web-security|load-extension|host-rules|renderer-cmd-prefix|utility-cmd-prefix|gpu-launcher)/i

/**
 * @param argv the program's whole command line
 * @returns the first such switch by its name, or null
 */
export function debugSwitch(argv: readonly string[]): string | null {
  const found = argv.slice(1).find((word) => opening.test(word))
  return found === undefined ? null : (found.split('=')[0] ?? found)
}

export const debugSwitchWords = (name: string): string =>
  `Printroom does not start with ${name}: another program could read your key and spend with it. Nothing was opened or sent. Start it without this switch.`
