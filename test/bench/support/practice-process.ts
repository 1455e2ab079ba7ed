import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'

const announced = z.object({ url: z.string(), key: z.string() })

export interface PracticeProcess {
  url: string
  key: string
  close(): Promise<void>
}

export async function startPracticeProcess(): Promise<PracticeProcess> {
  const child = fork(join(import.meta.dirname, 'practice-main.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [message] = await once(child, 'message')
  return {
    ...announced.parse(message),
    close: async () => {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}
