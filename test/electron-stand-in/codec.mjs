/**
 * Structured clone as text: what Electron's IPC carries, over a protocol that carries JSON.
 * Runs unchanged in Node and, as text, in the page; it may use nothing from outside itself.
 */
export function makeCodec() {
  const errors = { TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError }
  const typed = { Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array }
  Object.assign(typed, { Float32Array, Float64Array, BigInt64Array, BigUint64Array })

  function toBase64(bytes) {
    if (typeof Buffer !== 'undefined')
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
    if (bytes.toBase64) return bytes.toBase64()
    let binary = ''
    for (let i = 0; i < bytes.length; i += 32768) binary += String.fromCharCode(...bytes.subarray(i, i + 32768))
    return btoa(binary)
  }

  function fromBase64(text) {
    if (typeof Buffer !== 'undefined') return new Uint8Array(Buffer.from(text, 'base64'))
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text)
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
  }

  /** Throws a DataCloneError exactly where Electron would. */
  function encode(value) {
    const seen = new Map()
    const refuse = (v) => {
      throw new DOMException(`${v?.constructor?.name ?? 'It'} could not be cloned.`, 'DataCloneError')
    }
    const tag = ($, v) => ({ $, v })
    const number = (v) =>
      Number.isFinite(v) && !Object.is(v, -0) ? v : tag('number', Object.is(v, -0) ? '-0' : String(v))
    const walk = (v) => {
      if (v === undefined) return tag('undefined')
      if (v === null || typeof v === 'string' || typeof v === 'boolean') return v
      if (typeof v === 'number') return number(v)
      if (typeof v === 'bigint') return tag('bigint', String(v))
      if (seen.has(v)) return tag('again', seen.get(v))
      seen.set(v, seen.size)
      if (v instanceof String || v instanceof Number || v instanceof Boolean || v instanceof BigInt)
        return tag('boxed', walk(v.valueOf()))
      if (v instanceof Date) return tag('date', v.getTime())
      if (v instanceof RegExp) return tag('regexp', [v.source, v.flags])
      if (v instanceof Map)
        return tag(
          'map',
          [...v].map(([k, x]) => [walk(k), walk(x)]),
        )
      if (v instanceof Set) return tag('set', [...v].map(walk))
      if (v instanceof Error) return tag('error', [v.name, v.message, v.stack])
      if (v instanceof ArrayBuffer) return tag('buffer', toBase64(new Uint8Array(v)))
      if (ArrayBuffer.isView(v)) {
        return {
          ...tag('view', toBase64(new Uint8Array(v.buffer, v.byteOffset, v.byteLength))),
          type: v.constructor.name,
        }
      }
      if (Array.isArray(v)) return tag('array', v.map(walk))
      if (Object.prototype.toString.call(v) !== '[object Object]') refuse(v) // a File, a Blob, an ImageBitmap
      return tag(
        'object',
        Object.entries(v).map(([k, x]) => [k, walk(x)]),
      )
    }
    return JSON.stringify(walk(structuredClone(value)))
  }

  function decode(text) {
    const objects = []
    const keep = (object) => {
      objects.push(object)
      return object
    }
    const readers = {
      undefined: () => undefined,
      number: ({ v }) => Number(v),
      bigint: ({ v }) => BigInt(v),
      again: ({ v }) => objects[v],
      boxed: ({ v }) => keep(Object(walk(v))),
      date: ({ v }) => keep(new Date(v)),
      regexp: ({ v }) => keep(new RegExp(...v)),
      buffer: ({ v }) => keep(fromBase64(v).buffer),
      view: ({ v, type }) => {
        const { buffer } = fromBase64(v)
        return keep(type === 'DataView' ? new DataView(buffer) : new (typed[type] ?? Uint8Array)(buffer))
      },
      error: ({ v: [name, message, stack] }) => Object.assign(keep(new (errors[name] ?? Error)(message)), { stack }),
      map: ({ v }) => {
        const map = keep(new Map())
        for (const [k, x] of v) map.set(walk(k), walk(x))
        return map
      },
      set: ({ v }) => {
        const set = keep(new Set())
        for (const x of v) set.add(walk(x))
        return set
      },
      array: ({ v }) => {
        const array = keep([])
        for (const x of v) array.push(walk(x))
        return array
      },
      object: ({ v }) => {
        const object = keep({})
        for (const [k, x] of v)
          Object.defineProperty(object, k, { value: walk(x), writable: true, enumerable: true, configurable: true })
        return object
      },
    }
    const walk = (json) => (json === null || typeof json !== 'object' ? json : readers[json.$](json))
    return walk(JSON.parse(text))
  }

  return { encode, decode }
}
