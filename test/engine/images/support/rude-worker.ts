import { existsSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { requestSchema, type Task } from '../../../../src/engine/images/messages.ts'
import { connectToParent } from '../../../../src/engine/images/worker/parent-port.ts'
import { performTask } from '../../../../src/engine/images/worker/perform.ts'

/** A worker that behaves as the file's name says: what hostile pictures would make of the real one. */
const port = connectToParent()

const goneOf = (task: Task): Task =>
  'path' in task
    ? { ...task, path: `${task.path}.gone` }
    : 'paths' in task
      ? { ...task, paths: task.paths.map((path) => `${path}.gone`) }
      : task

port.onMessage(async (message) => {
  const { id, task, loneFormat } = requestSchema.parse(message)
  const isOnlyLookedAt = ['inspect', 'inspectSome', 'lookAtFiles', 'list', 'hash'].includes(task.op)
  for (const path of 'path' in task ? [task.path] : 'paths' in task ? task.paths : []) {
    const name = basename(path)
    if (name.startsWith('pid')) writeFileSync(`${path}.pid`, String(process.pid))
    if (name.startsWith('env')) writeFileSync(`${path}.env`, JSON.stringify(process.env))
    if (name.startsWith('log')) writeFileSync(`${path}.log`, `${Date.now()}`)
    if (name.startsWith('die-once') && !existsSync(`${path}.died`)) {
      writeFileSync(`${path}.died`, '')
      process.kill(process.pid, 'SIGKILL')
    }
    if (name.startsWith('die-always')) {
      writeFileSync(`${path}.tries`, 'x', { flag: 'a' })
      process.kill(process.pid, 'SIGKILL')
    }
    // Looked at without trouble, and no more than that.
    if (name.startsWith('unprepared-dies') && !isOnlyLookedAt) process.kill(process.pid, 'SIGKILL')
    if (name.startsWith('unprepared-stalls') && !isOnlyLookedAt) return
    // As an antivirus program that takes a part of it away: no worker of this kind can work at all.
    if (name.startsWith('unprepared-lacks') && !isOnlyLookedAt) return port.send({ kind: 'unavailable', id })
    // As long as another program has it, told by a hidden file beside it: for all, or only for what reads all of it.
    const isShut = existsSync(join(dirname(path), `.${name}.shut`))
    if (isShut && name.startsWith('unread')) return port.send({ id, ...(await performTask(goneOf(task), loneFormat)) })
    if (isShut && name.startsWith('unexamined') && !isOnlyLookedAt) return port.send({ kind: 'unavailable', id })
    if (name.includes('hang')) for (;;);
    if (name.includes('wait')) return
    while (name.includes('held') && !existsSync(`${path}.go`)) await pause(5)
    if (name.startsWith('nonsense')) return port.send({ kind: 'done', id: 'none' })
    if (name.startsWith('wrong')) return port.send({ kind: 'done', id, value: { width: 'wide' } })
  }
  port.send({ id, ...(await performTask(task, loneFormat)) })
})

port.send({ kind: 'ready' })
