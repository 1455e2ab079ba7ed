import { existsSync, readFileSync } from 'node:fs'

/** An image that can be handed on and written down as it came; to another size it goes unchanged. */
export function imageOf(bytes) {
  return {
    isEmpty: () => bytes.length === 0,
    toPNG: () => bytes,
    resize: () => imageOf(bytes),
    toJPEG: () => bytes,
    toDataURL: () => `data:image/png;base64,${bytes.toString('base64')}`,
    getSize: () => pngSize(bytes),
    getAspectRatio: () => pngSize(bytes).width / (pngSize(bytes).height || 1),
  }
}

function pngSize(bytes) {
  const isPng = bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47
  return isPng ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : { width: 0, height: 0 }
}

export const nativeImage = {
  createEmpty: () => imageOf(Buffer.alloc(0)),
  createFromBuffer: (bytes) => imageOf(Buffer.from(bytes)),
  createFromPath: (path) => imageOf(existsSync(path) ? readFileSync(path) : Buffer.alloc(0)),
  createFromDataURL: (url) => imageOf(Buffer.from(url.split(',')[1] ?? '', 'base64')),
}
