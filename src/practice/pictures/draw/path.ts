/** A shape: closed outlines of straight pieces, in pixels. Outlines that run the other way are holes. */
export type Path = [number, number][][]

export function rectangle(x: number, y: number, width: number, height: number): Path {
  return [
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
  ]
}

export function roundedRectangle(x: number, y: number, width: number, height: number, radius: number): Path {
  const r = Math.min(radius, width / 2, height / 2)
  const corner = (cx: number, cy: number, from: number) => arc(cx, cy, r, r, from, from + 90)
  return [
    [
      ...corner(x + width - r, y + r, -90),
      ...corner(x + width - r, y + height - r, 0),
      ...corner(x + r, y + height - r, 90),
      ...corner(x + r, y + r, 180),
    ],
  ]
}

export function ellipse(cx: number, cy: number, rx: number, ry = rx): Path {
  return [arc(cx, cy, rx, ry, 0, 360)]
}

export function ring(cx: number, cy: number, radius: number, thickness: number): Path {
  const inner = arc(cx, cy, radius - thickness, radius - thickness, 0, 360)
  return [arc(cx, cy, radius, radius, 0, 360), inner.toReversed()]
}

/** Points of an arc; degrees, clockwise from the right. */
export function arc(cx: number, cy: number, rx: number, ry: number, from: number, to: number): [number, number][] {
  const steps = Math.max(4, Math.ceil((Math.sqrt(Math.max(rx, ry)) * Math.abs(to - from)) / 60))
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)]
  })
}

/** A straight line with a thickness and square ends. */
export function line(x1: number, y1: number, x2: number, y2: number, thickness: number): Path {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1
  const nx = ((y1 - y2) / length) * (thickness / 2)
  const ny = ((x2 - x1) / length) * (thickness / 2)
  return [
    [
      [x1 + nx, y1 + ny],
      [x2 + nx, y2 + ny],
      [x2 - nx, y2 - ny],
      [x1 - nx, y1 - ny],
    ],
  ]
}

export function frame(x: number, y: number, width: number, height: number, thickness: number): Path {
  const [outer = []] = rectangle(x, y, width, height)
  const [inner = []] = rectangle(x + thickness, y + thickness, width - 2 * thickness, height - 2 * thickness)
  return [outer, inner.toReversed()]
}

export function turned(path: Path, degrees: number, cx: number, cy: number): Path {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return path.map((outline) =>
    outline.map(([x, y]) => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos]),
  )
}
