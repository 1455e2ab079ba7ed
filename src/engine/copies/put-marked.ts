/**
 * Puts a result into a folder that Printrooms may watch, whoever asks for it: it is marked before it is there, so that it is
 * never seen unmarked. The folder may also come to be watched meanwhile, and what was listed before the result is there is
 * not what it holds: then it is marked right after.
 * @param mark writes the mark where the folder is watched, and says whether it is
 * @returns what `put` does @throws what either does
 */
export async function putMarked<T>(mark: () => Promise<boolean>, put: () => Promise<T>): Promise<T> {
  const isMarked = await mark()
  const done = await put()
  if (!isMarked) await mark()
  return done
}
