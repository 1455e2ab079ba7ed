import type { Inspection } from './answers.ts'

/** Few enough that all workers have some of a drop, and that one which ends its worker costs little. */
const mostAtOnce = 16

/**
 * Hundreds of files are dropped at once, and reading a header takes less time than the way to a worker and back: what is
 * asked for in one turn goes there in a few messages.
 * @param some one message; null in place of an inspection: ask for that file alone. May reject: then all are asked for alone
 * @param alone one file
 */
export function inspectTogether(
  some: (paths: string[]) => Promise<(Inspection | null)[]>,
  alone: (path: string) => Promise<Inspection>,
): (path: string) => Promise<Inspection> {
  let asked: { path: string; settle: (found: Promise<Inspection> | Inspection) => void }[] = []

  const ask = async (calls: typeof asked): Promise<void> => {
    const found = calls.length === 1 ? [] : await some(calls.map(({ path }) => path)).catch(() => [])
    for (const [index, { path, settle }] of calls.entries()) settle(found[index] ?? alone(path))
  }

  const send = (): void => {
    const calls = asked
    asked = []
    for (let from = 0; from < calls.length; from += mostAtOnce) void ask(calls.slice(from, from + mostAtOnce))
  }

  return (path) =>
    new Promise((settle) => {
      if (asked.length === 0) queueMicrotask(send)
      asked.push({ path, settle })
    })
}
