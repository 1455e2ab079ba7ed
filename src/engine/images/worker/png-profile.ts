import { crc32, deflateSync } from 'node:zlib'

const signatureAndHeader = 8 + 25

/** A PNG with a colour profile, before everything else that may stand in it (PNG third edition, 5.6 and 11.3.2.3). */
export function withProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCP'), Buffer.from('profile\0\0'), deflateSync(profile)])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return Buffer.concat([png.subarray(0, signatureAndHeader), chunk, png.subarray(signatureAndHeader)])
}
