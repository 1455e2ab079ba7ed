// Electron's V8 writes version 16 of its wire format, and plain Node reads none above 15. What main, or a thread of it, sends
// to a process of plain Node as V8's own bytes therefore bears that version here too, and is refused there.
const [nodesVersion, electronsVersion] = [15, 16]
let isAmongOurs = false

/** As `serialization: 'advanced'` frames it: four bytes of length, then V8's own header. */
const isMessage = (bytes) =>
  bytes.length > 6 &&
  Buffer.from(bytes.buffer, bytes.byteOffset).readUInt32BE(0) === bytes.length - 4 &&
  bytes[4] === 0xff &&
  bytes[5] === nodesVersion

/** From now on, for this thread. */
export function writeAsElectron() {
  let stream = process.binding('pipe_wrap').Pipe.prototype
  while (!Object.hasOwn(stream, 'writeBuffer')) stream = Object.getPrototypeOf(stream)
  const { writeBuffer } = stream
  stream.writeBuffer = function (request, bytes, ...rest) {
    if (!isAmongOurs && isMessage(bytes)) bytes[5] = electronsVersion
    return writeBuffer.call(this, request, bytes, ...rest)
  }
}

/**
 * Between the stand-in's own processes, which in Electron have the same V8.
 * @param {() => void} send writes before it returns
 */
export function sendAmongOurs(send) {
  isAmongOurs = true
  try {
    send()
  } finally {
    isAmongOurs = false
  }
}
