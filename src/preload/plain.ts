import { isAsAncestor, isAsButton, isAsInside } from './allowed.ts'
import { ancestorsOf, isOpen, isPlainAncestor } from './chain.ts'
import { contrast } from './contrast.ts'
import { allOf, animations, attributeOf, boxOf, closestOf, tagOf } from './own.ts'

/** No button of the app is larger: one over half a page would be pressed by whoever means something else. */
const most = { width: 800, height: 120 }
/** Less than this between words and ground cannot be read. */
const leastContrast = 3
/** Nothing can be put into it that is not found there: it can be no host of a shadow tree, and is never replaced. */
const inner = 'DATA'

/** Of a button's size, with words in it and nothing else that could be seen, as the app's own look. */
export function isPlainButton(button: HTMLButtonElement): boolean {
  const { width, height } = boxOf(button)
  const ancestors = ancestorsOf(button)
  return (
    width <= most.width &&
    height <= most.height &&
    saysNothing(button) &&
    ancestors.every((each) => isOpen(each) && isPlainAncestor(each) && isAsAncestor(each)) &&
    isAsButton(button) &&
    [...button.querySelectorAll('*')].every((each) => isCutAway(each) || isPlainInside(each)) &&
    isStill(button) &&
    // Pictures of the page in place of it, which no element of it shows.
    allOf(':active-view-transition').length === 0
  )
}

/** Its words stand out from its ground. */
export function isReadable(button: HTMLButtonElement, read: readonly HTMLElement[]): boolean {
  const { backgroundColor } = getComputedStyle(button)
  return read.every((each) => contrast(getComputedStyle(each).color, backgroundColor) >= leastContrast)
}

/** Words for those who hear: cut away whole, with all that is in them. */
export function isCutAway(element: Element): boolean {
  const cut = closestOf(element, 'button > *')
  if (cut === null) return false
  const { position, clipPath, width, height } = getComputedStyle(cut)
  return position === 'absolute' && clipPath === 'inset(50%)' && width === '1px' && height === '1px'
}

/** By no style of its own; and no words of the page's come up at the pointer. */
const saysNothing = (element: Element): boolean =>
  attributeOf(element, 'style') === null && attributeOf(element, 'title') === null

const isPlainInside = (element: Element): boolean =>
  tagOf(element) === inner && /\S/.test(element.textContent ?? '') && saysNothing(element) && isAsInside(element)

/** What the app's sheets move around it is looked at as it goes; nothing moves in it, and nothing by a script. */
const isStill = (button: HTMLButtonElement): boolean =>
  animations().every((animation) => {
    const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null
    if (target === null || !(target.contains(button) || button.contains(target))) return true
    return !button.contains(target) && (animation instanceof CSSTransition || animation instanceof CSSAnimation)
  })
