/** Does numbered work, so many at once at most, begun in order. */
export async function inLanes(capacity: number, count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: Math.min(capacity, count) }, lane))
}
