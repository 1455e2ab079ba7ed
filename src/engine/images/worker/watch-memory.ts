const everyMs = 20

/** Decoding happens in other threads, so this one can watch. The parent kills the process on the first report. */
export function watchMemory(limitBytes: number, report: (rssBytes: number) => void): () => void {
  const timer = setInterval(() => {
    const rssBytes = process.memoryUsage.rss()
    if (rssBytes <= limitBytes) return
    clearInterval(timer)
    report(rssBytes)
  }, everyMs)
  return () => clearInterval(timer)
}
