import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Announcement } from '../../../src/practice/home.ts'

export const practiceIn = (home: string): string => join(home, 'practice', 'remote')

/** Kills the practice service of a terminal's home, as a power cut does. Nothing where none runs. */
export async function endPractice(home: string): Promise<void> {
  const file = join(practiceIn(home), 'practice.json')
  if (!existsSync(file)) return
  const { control } = JSON.parse(readFileSync(file, 'utf8')) as Announcement
  const answer = await fetch(`${control}/state`).catch(() => null)
  // Another process may have the port by now; only practice knows the token in the address.
  if (answer === null || !answer.ok) return
  const { pid } = (await answer.json()) as { pid: number }
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
