/** Keeps it as the newest of so many; the oldest is forgotten. */
export function remember<K, V>(all: Map<K, V>, key: K, value: V, most: number): void {
  all.delete(key)
  all.set(key, value)
  const [oldest] = all.keys()
  if (all.size > most && oldest !== undefined) all.delete(oldest)
}
