/**
 * Files that import themselves by way of others, types included (Tarjan's strongly connected components).
 * @param {{ file: string, target: string }[]} imports
 * @returns {string[][]} the files of each circle
 */
export function circlesOf(imports) {
  const targets = new Map()
  for (const { file, target } of imports) {
    if (!targets.has(file)) targets.set(file, new Set())
    targets.get(file).add(target)
  }
  const circles = []
  const order = new Map()
  const lowest = new Map()
  const open = []
  const visit = (file) => {
    order.set(file, order.size)
    lowest.set(file, order.get(file))
    open.push(file)
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) visit(target)
      if (open.includes(target)) lowest.set(file, Math.min(lowest.get(file), lowest.get(target)))
    }
    if (lowest.get(file) !== order.get(file)) return
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return circles
}
