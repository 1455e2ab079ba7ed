import type { Job } from './receipt.ts'

const nothingAgainst = (known: Job, said: Job): boolean =>
  known.module === null || said.module === null || known.module === said.module

/**
 * Which known jobs an answer lists under other numbers: those that it no longer lists, while with what it lists instead there
 * would be more jobs than were ordered and than it has ever listed at once. By their names, then by their places where the
 * names do not speak against it.
 * @param ordered how many jobs there are to be
 */
export function underOtherNumbers(said: readonly Job[], known: readonly Job[], ordered: number): Map<Job, Job> {
  const numbers = (jobs: readonly Job[]): Set<string | null> => new Set(jobs.map((job) => job.generationId))
  const [saidNumbers, knownNumbers] = [numbers(said), numbers(known)]
  const isNew = (job: Job): boolean => job.generationId !== null && !knownNumbers.has(job.generationId)
  const isUnlisted = (job: Job): boolean => job.generationId !== null && !saidNumbers.has(job.generationId)
  // What has no number yet takes up a new one before any that has.
  const free = Math.max(ordered, known.length, said.length) - known.length + known.filter(isNumberless).length
  let tooMany = said.filter(isNew).length - free
  const same = new Map<Job, Job>()
  const taken = new Set<Job>()
  const match = (isSame: (known: Job, said: Job) => boolean): void => {
    for (const job of said.filter(isNew)) {
      if (tooMany <= 0 || same.has(job)) continue
      const old = known.find((one) => isUnlisted(one) && !taken.has(one) && isSame(one, job))
      if (old === undefined) continue
      taken.add(old)
      same.set(job, old)
      tooMany -= 1
    }
  }
  match((old, job) => job.module !== null && old.module === job.module)
  match((old, job) => nothingAgainst(old, job) && known.indexOf(old) === said.indexOf(job))
  match((old, job) => nothingAgainst(old, job))
  return same
}

const isNumberless = ({ generationId }: Job): boolean => generationId === null
