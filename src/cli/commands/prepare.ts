import { basename, join, resolve } from 'node:path'
import { isAddress } from '../../domain/form/address.ts'
import { copyName } from '../../domain/naming/file-name.ts'
import { createImages } from '../../engine/images/client.ts'
import { inlineMaxBytes, referenceLimits } from '../../engine/images/limits.ts'
import { forkImageWorker } from '../../engine/images/spawn.ts'
import { openOut } from '../../engine/inspector.ts'
import { harmless } from '../../engine/text.ts'
import { UsageError } from '../arguments.ts'
import { type Context, entries } from '../context.ts'
import { copyNew, openFolder } from '../copies.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'

/** service.md §8: prepared reference, and what travels as base64. */
const limits = { ...referenceLimits, maxBytes: inlineMaxBytes }

const extensions = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' } as const

/** Local preparation only: no service, no home, nothing sent. */
export async function prepare({ args, output, folders }: Context): Promise<ExitStatus> {
  const { out, for: purpose } = args.values
  const files = args.words.slice(1)
  if (purpose === 'upscale') throw new UsageError('prepare --for upscale is not there yet.')
  if (purpose !== 'reference') throw new UsageError('prepare needs --for reference.')
  if (out === undefined) throw new UsageError('prepare needs --out DIR.')
  if (files.length === 0) throw new UsageError('prepare needs a file.')
  const address = files.find(isAddress)
  if (address !== undefined) throw new UsageError(`prepare takes files of this computer; “${address}” is an address.`)
  const folder = openFolder(out)
  const images = createImages({
    spawn: forkImageWorker({ nodePath: process.execPath, entry: entries.imageWorker }),
    outputFolder: join(folders().cache, 'prepared'),
  })
  let refused = false
  try {
    for (const source of await openOut(files.map((file) => resolve(file)))) {
      const done = await images.prepareReference(source, limits).catch((error: unknown) => ({
        decision: 'refused' as const,
        reason: error instanceof Error ? error.message : 'It could not be prepared.',
      }))
      if (done.decision === 'refused') {
        refused = true
        output.line({
          event: 'prepared',
          source,
          bytes: 0,
          width: 0,
          height: 0,
          format: '',
          decision: 'refused',
          reason: done.reason,
        })
        output.say(`${harmless(basename(source))}: ${done.reason}`)
        continue
      }
      const path = copyNew(done.path, folder, (n) =>
        copyName(basename(source), 'reference', extensions[done.format], n),
      )
      const { sizeBytes: bytes, width, height, format, decision, steps } = done
      output.line({
        event: 'prepared',
        source,
        path,
        bytes,
        width,
        height,
        format,
        decision,
        ...(steps.length > 0 ? { reason: steps.join('; ') } : {}),
      })
      output.say(
        `${path}  ${width} × ${height}, ${bytes} bytes. ${steps.length > 0 ? steps.join('; ') : 'Passed on as it is'}.`,
      )
    }
  } finally {
    await images.close()
  }
  output.result([])
  return refused ? exitStatus.failed : exitStatus.done
}
