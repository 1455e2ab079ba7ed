/** A file that cannot be used: known and said, unlike a crash. No part of it comes from the file itself. */
export class PictureProblem extends Error {
  override readonly name = 'PictureProblem'
  readonly what: string
  readonly remedy: string

  /** `what` starts a sentence, `remedy` ends one: "This file is empty", "export it again and add that". */
  constructor(what: string, remedy: string) {
    super(what)
    this.what = what
    this.remedy = remedy
  }
}

/** For files on their way out: what it is, that nothing was sent or charged, what to do. */
export function refusal(problem: PictureProblem): string {
  return `${problem.what}; nothing was sent or charged; ${problem.remedy}.`
}

/** For files that came home, where money is another matter. */
export function finding(problem: PictureProblem): string {
  return `${problem.what}.`
}
