export interface Licence {
  name: string
  version: string
  licence: string
  from: string
  text: string
}
/** By name; throws for a package that names no licence. */
export function licencesOfShipped(): Licence[]
export function licencesAsText(licences: readonly Licence[]): string
