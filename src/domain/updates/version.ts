interface Version {
  numbers: readonly [number, number, number]
  /** Of a version for trying out, like 1.2.0-beta.1: it comes before 1.2.0. */
  isTrial: boolean
}

const form = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/

function parse(text: string): Version | null {
  const [, major, minor, patch, trial] = form.exec(text) ?? []
  if (major === undefined) return null
  return { numbers: [Number(major), Number(minor), Number(patch)], isTrial: trial !== undefined }
}

/**
 * Whether a version may take the place of another: newer by its numbers, and none for trying out. What cannot be read is
 * not newer, so that no spelling of an old version is ever taken for an update.
 */
export function isNewer(offered: string, current: string): boolean {
  const [there, here] = [parse(offered), parse(current)]
  if (there === null || here === null || there.isTrial) return false
  for (const place of [0, 1, 2] as const) {
    const difference = there.numbers[place] - here.numbers[place]
    if (difference !== 0) return difference > 0
  }
  return here.isTrial
}
