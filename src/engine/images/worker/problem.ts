/** What went wrong: known and said, unlike a crash. No part of it comes from a file. */
abstract class Problem extends Error {
  readonly what: string
  readonly remedy: string

  /** `what` starts a sentence, `remedy` ends one: "This file is empty", "export it again and add that". */
  constructor(what: string, remedy: string) {
    super(what)
    this.what = what
    this.remedy = remedy
  }
}

/** A file that cannot be used. */
export class PictureProblem extends Problem {
  override readonly name: string = 'PictureProblem'
}

/** A file that the disk or the system does not give out now: another program has it, or its disk is busy or away. */
export class UnreadProblem extends PictureProblem {}

/** There is no picture in it: it is cut off or damaged, or something else altogether. */
export class NoPicture extends PictureProblem {}

/** What was made could not be written: no file is to blame, and there may be room the next time. */
export class DiskProblem extends Problem {
  override readonly name = 'DiskProblem'
}

/** For files on their way out: what it is, that nothing was sent or charged, what to do. */
export function refusal(problem: Problem): string {
  return `${problem.what}; nothing was sent or charged; ${problem.remedy}.`
}

/** For files that came home, where money is another matter. */
export function problemSentence(problem: Problem): string {
  return `${problem.what}.`
}
