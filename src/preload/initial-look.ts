import { attachTo, body, create } from './own.ts'

let values: ReadonlyMap<string, string> | null = null

/**
 * What each property says where nobody says anything, by the browser’s own list of them. Read at an element in a tree that the
 * page does not reach, for no longer than that.
 */
export function initialLook(): ReadonlyMap<string, string> {
  values ??= read()
  return values
}

matchMedia('(forced-colors: active)').addEventListener('change', () => {
  values = null
})

function read(): ReadonlyMap<string, string> {
  const host = create('div')
  const probe = create('span')
  attachTo(host, { mode: 'closed' }).append(probe)
  probe.style.all = 'initial'
  body()?.append(host)
  const style = getComputedStyle(probe)
  const found = new Map(
    [...style].filter((name) => !name.startsWith('--')).map((name) => [name, style.getPropertyValue(name)]),
  )
  host.remove()
  return found
}
