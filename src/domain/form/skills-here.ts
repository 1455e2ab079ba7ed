/**
 * Skills whose own rules this version knows. Others are listed with their price and not offered: a form drawn from a schema
 * alone would miss what the document says beside it (such as how upscale must get its picture, §4.14).
 */
const known: ReadonlySet<string> = new Set(['remove-bg', 'product-detail', 'brand-poster', 'white-bg', 'upscale'])

export const isSkillHere = (id: string): boolean => known.has(id)
