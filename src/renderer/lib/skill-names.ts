/** The Skills by the names designers know them under; the service's ids stay out of sight. */
export const skillNames: Readonly<Record<string, string>> = {
  'remove-bg': 'Cutout',
  'product-detail': 'Product detail',
  'brand-poster': 'Poster',
  'white-bg': 'Background',
  upscale: 'Upscale',
}

/** A request's second line, with the Skill's name in place of its id. */
export function subtitleWords({ skill, subtitle }: { skill: string | null; subtitle: string }): string {
  const name = skill === null ? undefined : skillNames[skill]
  return name !== undefined && skill !== null && subtitle.startsWith(skill)
    ? name + subtitle.slice(skill.length)
    : subtitle
}
