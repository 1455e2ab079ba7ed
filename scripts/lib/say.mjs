// Words of the set-up. Always on standard error: `npm run --silent cli` keeps standard output for its own lines.
export function say(line) {
  process.stderr.write(`${line}\n`)
}
