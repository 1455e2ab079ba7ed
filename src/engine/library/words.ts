/** "1,204 files", "1 file". */
export const files = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** "12.3 GB". */
export function size(bytes: number): string {
  let value = bytes
  let unit = 0
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000
  return `${value.toFixed(unit === 0 || value >= 100 ? 0 : 1)} ${units[unit] ?? 'bytes'}`
}
