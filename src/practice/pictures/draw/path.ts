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

export function ellipse(cx: number, cy: number, rx: number, ry = rx): Path {
  const steps = Math.max(8, Math.ceil(Math.sqrt(Math.max(rx, ry)) * 6))
  const outline = Array.from({ length: steps }, (_, i): [number, number] => {
    const angle = (i / steps) * 2 * Math.PI
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)]
  })
  return [outline]
}
