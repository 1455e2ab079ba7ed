import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Below the table; `files` lie beside the page. */
export interface PagePart {
  lines: string[]
  files: Record<string, string>
}

export function writePage(path: string, text: string, parts: readonly PagePart[]): void {
  writeFileSync(path, [text, ...parts.map(({ lines }) => `${lines.join('\n')}\n`)].join('\n'))
  for (const { files } of parts)
    for (const [name, content] of Object.entries(files)) writeFileSync(join(dirname(path), name), content)
}

/** docs/bench.md: what was measured, where and when, and how the table is read. */
export function pageOf(lines: string[], machine: string, isQuick: boolean): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  return `# Benchmarks
One honest run of \`npm run bench -- ${isQuick ? '--quick ' : ''}--write docs/bench.md\`: ratios of two things measured side by side in the same run, each
beside the goal that was set for it. A missed goal stands here as missed. Times are this machine's and this hour's; the
ratios are what counts.

Both sides take turns, round by round. Noise is how far the ratios of the rounds lie apart: the range of their middle half.
Where it is larger than the way from the ratio to its goal, or there was one round only, the row is undecided: another run
might say otherwise.

Run on ${new Date().toISOString().slice(0, 10)} at commit ${commit}, on ${machine}.

${lines.join('\n')}
`
}
