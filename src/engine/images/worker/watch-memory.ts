const everyMs = 20
/** Of the limit: what is taken between two looks, and until the parent has killed the process, needs room below it too. */
const reportAt = 7 / 8

/** Decoding happens in other threads, so this one can watch. The parent kills the process on the first report. */
export function watchMemory(limitBytes: number, report: (rssBytes: number) => void): () => void {
  const timer = setInterval(() => {
    const rssBytes = process.memoryUsage.rss()
    if (rssBytes <= limitBytes * reportAt) return
    clearInterval(timer)
    report(rssBytes)
  }, everyMs)
  return () => clearInterval(timer)
}
