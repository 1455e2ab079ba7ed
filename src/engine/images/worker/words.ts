/** How measures are said in the report; the same in every language's digits, so that tests and `--json` agree. */
export const words = {
  /** Decimal, as file managers show it. */
  bytes(count: number): string {
    if (count < 1_000) return `${count} bytes`
    if (count < 1_000_000) return `${Math.round(count / 1_000)} kB`
    return `${(count / 1_000_000).toFixed(1)} MB`
  },
  size(width: number, height: number): string {
    return `${width} × ${height} px`
  },
  /** Of one picture. */
  share(part: number): string {
    const percent = 100 * part
    if (percent < 1) return 'less than 1 % of it'
    return `${percent > 99 ? 'nearly all' : `${Math.round(percent)} %`} of it`
  },
  megapixels(width: number, height: number): string {
    return `${((width * height) / 1e6).toFixed(1)} megapixels`
  },
}

/** Text out of a file, safe to show: no control, format or private characters, and not long. */
export function plain(text: string, maxLength = 60): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, maxLength)
}
