import type { Licence } from '../contract/about.ts'

const line = `\n${'─'.repeat(80)}\n\n`

/** Reads the list as the build writes it (scripts/lib/licences.mjs): name and version, licence and source, a text. */
export const licencesIn = (text: string): Licence[] =>
  text.split(line).flatMap((part) => {
    const [, name, version, licence, from, rest] = /^(.+) (\S+)\n(.+) · (.+)\n\n([\s\S]*)$/.exec(part) ?? []
    if (name === undefined || version === undefined || licence === undefined || from === undefined) return []
    return [{ name, version, licence, from, text: rest?.trim() ?? '' }]
  })
