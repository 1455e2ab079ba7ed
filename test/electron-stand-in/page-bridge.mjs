/** contextBridge, in the page: values are cloned, functions wrapped, the outermost object frozen. Needs nothing from outside. */
export function makeBridge() {
  const isPlain = (value) => [Object.prototype, null].includes(Object.getPrototypeOf(value))

  /** `crossed` keeps what was met before in the same crossing, so that sharing and cycles stay what they are. */
  function cross(value, crossed = new Map()) {
    if (typeof value === 'symbol') throw new TypeError('contextBridge: a symbol cannot cross')
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return value
    if (!crossed.has(value)) fill(value, crossed)
    return crossed.get(value)
  }

  function fill(value, crossed) {
    const keep = (copy) => {
      crossed.set(value, copy)
      return copy
    }
    if (typeof value === 'function') keep((...args) => cross(value(...args.map((arg) => cross(arg)))))
    else if (typeof value.then === 'function') keep(settle(value))
    else if (value instanceof Blob || value instanceof Node) keep(value)
    else if (Array.isArray(value)) {
      const copy = keep([])
      for (const item of value) copy.push(cross(item, crossed))
    } else if (isPlain(value)) {
      const copy = keep({})
      for (const key of Object.keys(value)) copy[key] = cross(value[key], crossed)
    } else keep(structuredClone(value))
  }

  /** Of a rejection, only its message crosses. */
  const settle = (promise) =>
    promise.then(
      (result) => cross(result),
      (error) => {
        throw new Error(error?.message ?? String(error))
      },
    )

  return {
    exposeInMainWorld(name, api) {
      if (name in globalThis)
        throw new Error(`Cannot bind an API on top of an existing property on the window object: ${name}`)
      Object.defineProperty(globalThis, name, { value: Object.freeze(cross(api)), enumerable: true })
    },
  }
}
