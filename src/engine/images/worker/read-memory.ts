/** Holds nearly every photograph; the few larger files get memory of their own. */
const keptBytes = 32 * 2 ** 20
let kept: Buffer | undefined

/**
 * Memory to read a file into, the same from task to task: fresh memory of a photograph's size costs several times what
 * reading it costs, in pages to clear and collections to run. What is in it is gone with the next call, which is right
 * for a worker, since it has one task at a time.
 */
export function readMemory(sizeBytes: number): Buffer {
  if (sizeBytes > keptBytes) return Buffer.allocUnsafeSlow(sizeBytes)
  // All of it at once: the system gives pages when they are first written to.
  kept ??= Buffer.allocUnsafeSlow(keptBytes)
  return kept.subarray(0, sizeBytes)
}
