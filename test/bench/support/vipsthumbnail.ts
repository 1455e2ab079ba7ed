import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { debianPackages } from './debian.ts'

export interface VipsThumbnail {
  /** So many processes at once, each with its share of the files. */
  run(processes: number, files: string[], options: { size: string; output: string }): Promise<void>
}

/** libvips' own program, as Debian has it. */
export function vipsThumbnail(): VipsThumbnail | { missing: string } {
  const unpacked = debianPackages('libvips-tools')
  if ('missing' in unpacked) return unpacked
  const own = join(unpacked.folder, 'usr/bin/vipsthumbnail')
  const program = existsSync(own) ? own : '/usr/bin/vipsthumbnail'
  return {
    run: async (processes, files, { size, output }) => {
      const shares = Array.from({ length: processes }, (_, share) => files.filter((_, n) => n % processes === share))
      await Promise.all(
        shares.map(async (share) => {
          const args = ['--size', size, '--export-profile', 'srgb', '--output', output, ...share]
          const child = spawn(program, args, { env: unpacked.env, stdio: ['ignore', 'ignore', 'pipe'] })
          let words = ''
          child.stderr.on('data', (chunk) => {
            words += chunk
          })
          const [status] = await once(child, 'close')
          if (status !== 0) throw new Error(`vipsthumbnail ended with ${status}: ${words.slice(0, 300)}`)
        }),
      )
    },
  }
}
