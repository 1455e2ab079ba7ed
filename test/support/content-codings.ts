import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'

/** How a server may pack a body, as its header names it. */
const packers = {
  gzip: (bytes: Buffer) => gzipSync(bytes),
  deflate: (bytes: Buffer) => deflateSync(bytes),
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: (bytes: Buffer) => zstdCompressSync(bytes),
}

export type CodingName = keyof typeof packers

export const codingNames = ['gzip', 'deflate', 'br', 'zstd'] as const satisfies readonly CodingName[]

/**
 * A body packed as its header says it is, one way after the other.
 * @param coding as a Content-Encoding header lists them; what none of these is leaves it as it is
 */
export const packed = (bytes: Buffer, coding: string): Buffer =>
  coding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-/, ''))
    .reduce((body, name) => (isCoding(name) ? packers[name](body) : body), bytes)

const isCoding = (name: string): name is CodingName => name in packers

/** `deflate` without its head and its sum, which many servers have sent under that name. */
export const rawDeflated = (bytes: Buffer): Buffer => deflateRawSync(bytes)
