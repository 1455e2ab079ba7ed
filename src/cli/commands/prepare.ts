import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { isAddress } from '../../domain/form/address.ts'
import { resizeNote } from '../../domain/form/original.ts'
import { copyName } from '../../domain/naming/file-name.ts'
import type { Reencode } from '../../domain/request/receipt.ts'
import { createImages } from '../../engine/images/client.ts'
import { inlineMaxBytes, referenceLimits, upscaleMaxBytes } from '../../engine/images/limits.ts'
import type { Images, NeedsUrl, PreparedFile, Refused } from '../../engine/images/port.ts'
import { forkImageWorker } from '../../engine/images/spawn.ts'
import { cutOffWords, openOut } from '../../engine/inspector.ts'
import { harmless } from '../../engine/text.ts'
import { UsageError } from '../arguments.ts'
import { type Context, entries } from '../context.ts'
import { copyNew, openFolder, refuseNoFile, whyNotCopied } from '../copies.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { reencodeLine } from '../output.ts'

/** service.md §8: prepared reference, and what travels as base64. */
const limits = { ...referenceLimits, maxBytes: inlineMaxBytes }

const extensions = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' } as const

type Purpose = 'reference' | 'upscale'

interface Made {
  done: PreparedFile | NeedsUrl | Refused
  /** The lossy copy that an upload would take, where `done` is too large for one (obligations.md A1). */
  reencode: Reencode | null
  willAskResize: boolean
}

/** Local preparation only: no service, no home, nothing sent. */
export async function prepare({ args, output, ownPlaces }: Context): Promise<ExitStatus> {
  const { out, for: purpose, reencode: isCopyWanted = false } = args.values
  const files = args.words.slice(1)
  if (purpose !== 'reference' && purpose !== 'upscale')
    throw new UsageError('prepare needs --for reference or --for upscale.')
  if (isCopyWanted && purpose !== 'upscale') throw new UsageError('--reencode goes with --for upscale.')
  if (out === undefined) throw new UsageError('prepare needs --out DIR.')
  if (files.length === 0) throw new UsageError('prepare needs a file.')
  const address = files.find(isAddress)
  if (address !== undefined) throw new UsageError(`prepare takes files of this computer; “${address}” is an address.`)
  const folder = await openFolder(out, ownPlaces([]))
  let isCutOff = false
  // Nobody's home: what is wanted of it is copied to the folder of --out.
  const workFolder = mkdtempSync(join(tmpdir(), 'printroom-'))
  const images = createImages({
    spawn: forkImageWorker({ nodePath: process.execPath, entry: entries.imageWorker }),
    outputFolder: workFolder,
  })
  const decisions = new Set<string>()
  try {
    const sources = await openOut(
      files.map((file) => resolve(file)),
      images.files,
      () => {
        isCutOff = true
      },
    )
    refuseNoFile(sources)
    for (const source of sources) {
      const made = await (purpose === 'reference'
        ? forReference(source, images)
        : forUpscale(source, images, isCopyWanted)
      ).catch((error: unknown) => notMade(error instanceof Error ? error.message : 'It could not be prepared.'))
      const { line, words } = await toldOrRefused(source, made, purpose, folder)
      decisions.add(line.decision)
      for (const name of readdirSync(workFolder)) rmSync(join(workFolder, name), { recursive: true, force: true })
      output.line({ event: 'prepared', source, ...line })
      output.say(words)
      const resize = resizeNote(made.willAskResize ? [harmless(basename(source))] : [], false)
      if (resize !== null) output.say(resize)
    }
  } finally {
    await images.close()
    rmSync(workFolder, { recursive: true, force: true })
  }
  if (isCutOff) output.say(`${cutOffWords} Prepare the rest by itself.`)
  output.result([])
  if (decisions.has('needs-url')) return exitStatus.decision
  return decisions.has('refused') || isCutOff ? exitStatus.failed : exitStatus.done
}

const notMade = (reason: string): Made => ({
  done: { decision: 'refused', reason },
  reencode: null,
  willAskResize: false,
})

const forReference = async (source: string, images: Images): Promise<Made> => ({
  done: await images.prepareReference(source, limits),
  reencode: null,
  willAskResize: false,
})

/**
 * The 9.5 MB rule (§4.14.7), and beside it what an upload takes.
 * @param isCopyWanted makes the lossy copy for an upload, where one is offered, in place of the larger file
 */
async function forUpscale(source: string, images: Images, isCopyWanted: boolean): Promise<Made> {
  const whole = await images.prepareUpscale(source, { maxBytes: upscaleMaxBytes })
  if (whole.decision === 'refused') return { done: whole, reencode: null, willAskResize: false }
  const { willAskResize } = whole
  const none = { done: whole, reencode: null, willAskResize }
  if (whole.decision === 'needs-url' || whole.sizeBytes <= inlineMaxBytes) return none
  const copy = await images.prepareUpscale(source, { maxBytes: inlineMaxBytes })
  if (copy.decision === 'refused' || copy.decision === 'needs-url') return none
  if (isCopyWanted || copy.quality === null) return { done: copy, reencode: null, willAskResize }
  return { done: whole, reencode: { quality: copy.quality, sizeBytes: copy.sizeBytes }, willAskResize }
}

interface Told {
  line: { decision: string } & Record<string, unknown>
  words: string
}

/** One file that cannot be copied is no reason to leave out the others. */
async function toldOrRefused(source: string, made: Made, purpose: Purpose, folder: string): Promise<Told> {
  try {
    return await told(source, made, purpose, folder)
  } catch (error) {
    return told(source, notMade(`It could not be written to ${folder} (${whyNotCopied(error)}).`), purpose, folder)
  }
}

/**
 * The line for programs and the words for people; what may be sent is copied to the folder.
 * @throws the system's error where the copy fails
 */
async function told(
  source: string,
  { done, reencode, willAskResize }: Made,
  purpose: Purpose,
  folder: string,
): Promise<Told> {
  const resize = purpose === 'upscale' && done.decision !== 'refused' ? { willAskResize } : {}
  if (done.decision === 'refused' || done.decision === 'needs-url') {
    const { decision, reason } = done
    const { sizeBytes: bytes, width, height } = decision === 'needs-url' ? done : { sizeBytes: 0, width: 0, height: 0 }
    const line = { bytes, width, height, format: '', decision, reason, ...resize }
    return { line, words: `${harmless(basename(source))}: ${reason}` }
  }
  const { sizeBytes: bytes, width, height, format, decision, steps } = done
  const name = (n: number): string => copyName(basename(source), purpose, extensions[format], n)
  const path = await copyNew(done.path, folder, name, bytes)
  const reason = steps.length > 0 ? { reason: steps.join('; ') } : {}
  const offer = reencode === null ? {} : { reencode: reencodeLine(reencode) }
  const way =
    reencode === null
      ? ''
      : ` An upload takes 3 MiB: give the original’s public https address, or send it encoded again at quality ${reencode.quality} of 100 (--reencode).`
  return {
    line: { path, bytes, width, height, format, decision, ...reason, ...offer, ...resize },
    words: `${path}  ${width} × ${height}, ${bytes} bytes. ${reason.reason ?? 'Passed on as it is'}.${way}`,
  }
}
