/** One value of a tone curve of an ICC profile (ICC.1, curveType and parametricCurveType). NaN where it is neither. */
export function sampleCurve(icc: Buffer, at: number, x: number): number {
  const type = icc.toString('latin1', at, at + 4)
  if (type === 'curv') return sampleTable(icc, at, x)
  if (type === 'para') return sampleParametric(icc, at, x)
  return Number.NaN
}

function sampleTable(icc: Buffer, at: number, x: number): number {
  const count = icc.readUInt32BE(at + 8)
  if (count === 0) return x
  if (count === 1) return x ** (icc.readUInt16BE(at + 12) / 256)
  const place = x * (count - 1)
  const below = Math.floor(place)
  const value = (index: number) => icc.readUInt16BE(at + 12 + Math.min(index, count - 1) * 2) / 65535
  return value(below) + (value(below + 1) - value(below)) * (place - below)
}

function sampleParametric(icc: Buffer, at: number, x: number): number {
  const kind = icc.readUInt16BE(at + 8)
  const parameter = (index: number) => icc.readInt32BE(at + 12 + index * 4) / 65536
  const [g, a, b] = [parameter(0), kind > 0 ? parameter(1) : 1, kind > 0 ? parameter(2) : 0]
  const power = (a * x + b) ** g
  switch (kind) {
    case 0:
      return power
    case 1:
      return x >= -b / a ? power : 0
    case 2:
      return x >= -b / a ? power + parameter(3) : parameter(3)
    case 3:
      return x >= parameter(4) ? power : parameter(3) * x
    case 4:
      return x >= parameter(4) ? power + parameter(5) : parameter(3) * x + parameter(6)
    default:
      return Number.NaN
  }
}
