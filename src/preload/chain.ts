import { attachTo, attributeOf, create, namespaceOf, parentOf, styleOf, tagOf } from './own.ts'

/** What of the app's a button that spends stands in and that can have no tree of its own. */
const treeless = new Set(['HTML', 'LI', 'OL', 'UL', 'DL', 'DD', 'DT', 'FORM', 'FIELDSET', 'DIALOG'])

/** What an element that it stands in may say by itself: where it is, and how large; the last of them react-aria's and the app's own lengths. */
const places =
  /^(?:position|inset|top|right|bottom|left|z-index|display|(?:min-|max-)?(?:width|height|inline-size|block-size)|translate|transform|margin|padding|(?:row-|column-)?gap|flex|grid-template-columns|align-items|overflow|scrollbar-gutter|--order-bar|--(?:visual-viewport|page)-(?:width|height)|--trigger-width)(?:-\w+)*$/

const html = 'http://www.w3.org/1999/xhtml'
const claimed = new WeakSet<Element>()

export function ancestorsOf(button: Element): Element[] {
  const found: Element[] = []
  for (let each = parentOf(button); each !== null; each = parentOf(each)) found.push(each)
  return found
}

/**
 * Nothing that cannot be seen from outside stands between the button and the document: an element has one shadow tree at most,
 * so each gets one of ours, that has its one slot. Where there is one already it is somebody else's, and could paint anything.
 */
export const isOpen = (ancestor: Element): boolean =>
  namespaceOf(ancestor) === html && (claimed.has(ancestor) || treeless.has(tagOf(ancestor)) || isClaimed(ancestor))

/** It says nothing by itself but its place, and no words come up at the pointer over it. */
export function isPlainAncestor(ancestor: Element): boolean {
  if (attributeOf(ancestor, 'title') !== null) return false
  return (
    attributeOf(ancestor, 'style') === null || [...styleOf(ancestor as HTMLElement)].every((name) => places.test(name))
  )
}

function isClaimed(element: Element): boolean {
  try {
    attachTo(element, { mode: 'closed' }).append(create('slot'))
    claimed.add(element)
    return true
  } catch {
    return false
  }
}
