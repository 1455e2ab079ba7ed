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

/** There is no picture in it: it is cut off or damaged, or something else altogether. */
export class NoPicture extends PictureProblem {}

/** What was made could not be written: no file is to blame, and there may be room the next time. */
export class DiskProblem extends Error {
  override readonly name = 'DiskProblem'
  readonly what: string
  readonly remedy: string

  /** As of a PictureProblem. */
  constructor(what: string, remedy: string) {
    super(what)
    this.what = what
    this.remedy = remedy
  }
}

type Problem = Pick<PictureProblem, 'what' | 'remedy'>

/** For files on their way out: what it is, that nothing was sent or charged, what to do. */
export function refusal(problem: Problem): string {
  return `${problem.what}; nothing was sent or charged; ${problem.remedy}.`
}

/** For files that came home, where money is another matter. */
export function finding(problem: Problem): string {
  return `${problem.what}.`
}
