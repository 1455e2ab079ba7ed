import { type ByteSpan, FilmCut, type FilmFile, isSurelyFilled, Unknown, type Wholeness } from './film-file.ts'

/** Elements of EBML that are looked into or told apart (RFC 8794, RFC 9559), by their ids as they stand in the file. */
const ids = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  entry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codec: 0x86,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const

/** What stands directly in a segment: the next of them ends a cluster whose size is not known. */
const inSegment = new Set([
  ids.cluster,
  ids.tracks,
  0x114d9b74,
  0x1549a966,
  0x1c53bb6b,
  0x1941a469,
  0x1043a770,
  0x1254c367,
])
/** May stand anywhere: a checksum, and room that was left. */
const anywhere = new Set([0xbf, 0xec])

const mostElements = 2_000_000
const mostTrackBytes = 4 * 1024 * 1024

interface Element extends ByteSpan {
  id: number
  body: number
  /** Its size stands in it as "not known": it goes on to the end of what holds it. */
  isOpen: boolean
}

/**
 * Whether a WebM (or Matroska) is all there: every element inside what holds it, tracks, and blocks that fill their
 * clusters.
 * @throws Cut, Unknown
 */
export async function webmWholeness(file: FilmFile): Promise<Wholeness> {
  const head = await elementAt(file, 0, file.sizeBytes)
  if (head.id !== ids.ebml || head.isOpen) throw new FilmCut('no header')
  const segment = await elementAt(file, head.end, file.sizeBytes)
  if (segment.id !== ids.segment) throw new FilmCut('no segment')
  const walk = new Walk(file)
  await walk.segment(segment)
  if (walk.pictures === null || walk.blocks === 0) throw new FilmCut('no tracks, or no pictures')
  let isSure = !segment.isOpen && !walk.hasOpen
  const byCodec = Map.groupBy(walk.spans, ({ codec }) => codec)
  for (const [codec, spans] of byCodec) isSure = (await isSurelyFilled(file, spans, codec)) && isSure
  return isSure ? 'whole' : 'unknown'
}

class Walk {
  readonly #file: FilmFile
  #count = 0
  /** The tracks of compressed pictures: codecs by their numbers; null before the tracks were read. */
  pictures: Map<number, string> | null = null
  spans: (ByteSpan & { codec: string })[] = []
  blocks = 0
  hasOpen = false

  constructor(file: FilmFile) {
    this.#file = file
  }

  async segment(segment: Element): Promise<void> {
    for (let at = segment.body; at < segment.end; ) {
      const element = await this.#next(at, segment.end)
      if (!inSegment.has(element.id) && !anywhere.has(element.id)) throw new FilmCut('no element of a segment')
      if (element.id === ids.tracks) this.pictures ??= await this.#tracks(element)
      at = element.id === ids.cluster ? await this.#cluster(element) : element.end
    }
  }

  /** @returns where it ends */
  async #cluster(cluster: Element): Promise<number> {
    if (cluster.isOpen) this.hasOpen = true
    let at = cluster.body
    while (at < cluster.end) {
      const element = await this.#next(at, cluster.end)
      if (cluster.isOpen && inSegment.has(element.id)) break
      if (element.id === ids.simpleBlock || element.id === ids.block) await this.#block(element)
      if (element.id === ids.blockGroup) await this.#group(element)
      at = element.end
    }
    return at
  }

  async #group(group: Element): Promise<void> {
    for (let at = group.body; at < group.end; ) {
      const element = await this.#next(at, group.end)
      if (element.id === ids.block) await this.#block(element)
      at = element.end
    }
  }

  async #block({ body, end }: Element): Promise<void> {
    const head = await this.#file.read(body, Math.min(8, end - body))
    const number = head[0] ?? 0
    // Behind the number, the time and the flags. A number of two bytes is of no track that is looked for.
    if (end - body <= 4) throw new FilmCut('an empty block')
    this.blocks += 1
    const codec = number & 0x80 ? this.pictures?.get(number & 0x7f) : undefined
    if (codec !== undefined) this.spans.push({ at: body + 4, end, codec })
  }

  async #tracks({ body, end }: Element): Promise<Map<number, string>> {
    if (end - body > mostTrackBytes) throw new Unknown('tracks larger than are looked at')
    const codecs = new Map<number, string>()
    for (let at = body; at < end; ) {
      const entry = await this.#next(at, end)
      if (entry.id === ids.entry) {
        const [number, type, codec] = await this.#entry(entry)
        if (type === 1 && codec !== 'V_UNCOMPRESSED') codecs.set(number, codec)
      }
      at = entry.end
    }
    return codecs
  }

  async #entry(entry: Element): Promise<[number: number, type: number, codec: string]> {
    let [number, type, codec] = [0, 0, '']
    for (let at = entry.body; at < entry.end; ) {
      const element = await this.#next(at, entry.end)
      const value = await this.#file.read(element.body, Math.min(64, element.end - element.body))
      if (element.id === ids.trackNumber && value.length > 0) number = value.readUIntBE(0, Math.min(6, value.length))
      if (element.id === ids.trackType) type = value[0] ?? 0
      if (element.id === ids.codec) codec = value.toString('latin1')
      at = element.end
    }
    return [number, type, codec]
  }

  #next(at: number, to: number): Promise<Element> {
    this.#count += 1
    if (this.#count > mostElements) throw new Unknown('more elements than are looked at')
    return elementAt(this.#file, at, to)
  }
}

/** @throws Cut where it is none, or goes on past the end of what holds it */
async function elementAt(file: FilmFile, at: number, to: number): Promise<Element> {
  const head = await file.read(at, Math.min(12, to - at))
  const idBytes = Math.clz32(head[0] ?? 0) - 23
  const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23
  if (idBytes > 4 || sizeBytes > 8 || head.length < idBytes + sizeBytes) throw new FilmCut('no element')
  const size = head.subarray(idBytes, idBytes + sizeBytes)
  const said = BigInt(`0x${size.toString('hex')}`) & ((1n << BigInt(7 * sizeBytes)) - 1n)
  const isOpen = said === (1n << BigInt(7 * sizeBytes)) - 1n
  const body = at + idBytes + sizeBytes
  const end = isOpen ? to : body + Number(said)
  if (end > to) throw new FilmCut('an element goes on past the end')
  return { id: head.readUIntBE(0, idBytes), at, body, end, isOpen }
}
