import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder of its own, gone after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'printroom-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
