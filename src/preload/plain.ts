import { contrast } from './contrast.ts'

/** No button of the app is larger: one over half a page would be pressed by whoever means something else. */
const most = { width: 800, height: 120 }
/** Less than this between words and ground cannot be read. */
const leastContrast = 3
/** Nothing can be put into it that is not found there: it can be no host of a shadow tree, and is never replaced. */
const inner = 'DATA'
/** Of any colour: where the system's colours are forced, it is of white. */
const transparent = /^rgba\(\d+, \d+, \d+, 0\)$/
const displays = /^(?:inline|block|flex|inline-block|inline-flex)$/

/** What of what is inside could be seen beside its words, in their place, or make others of them. */
const plainOnes: Readonly<Record<string, RegExp>> = {
  position: /^static$/,
  float: /^none$/,
  display: displays,
  visibility: /^visible$/,
  'background-color': transparent,
  'outline-style': /^none$/,
  'border-top-width': /^0px$/,
  'border-bottom-width': /^0px$/,
  'border-left-width': /^[01](?:\.\d+)?px$/,
  'border-right-width': /^[01](?:\.\d+)?px$/,
  'box-shadow': /^none$/,
  content: /^normal$/,
}

/** And the same of the button, whose ground and outline are its own. */
const plainAll: Readonly<Record<string, RegExp>> = {
  'background-image': /^none$/,
  'background-clip': /^(?:border|padding)-box$/,
  'border-image-source': /^none$/,
  'letter-spacing': /^(?:normal|-?0(?:\.\d+)?px)$/,
  'text-shadow': /^none$/,
  'text-decoration-line': /^none$/,
  'text-emphasis-style': /^none$/,
  'text-indent': /^0px$/,
  'writing-mode': /^horizontal-tb$/,
  '-webkit-text-security': /^none$/,
  '-webkit-text-stroke-width': /^0px$/,
  'initial-letter': /^normal$/,
  zoom: /^1$/,
  'unicode-bidi': /^(?!.*override)/,
}

/** Of it and all that it stands in: the browser’s own look at it knows of the rest, and not of these. */
const wholeOnes: Readonly<Record<string, RegExp>> = {
  'mask-image': /^none$/,
  '-webkit-mask-box-image-source': /^none$/,
  'clip-path': /^none$/,
  '-webkit-box-reflect': /^none$/,
}

const isSuch = (style: CSSStyleDeclaration, wanted: Readonly<Record<string, RegExp>>): boolean =>
  Object.entries(wanted).every(([name, value]) => value.test(style.getPropertyValue(name)))

/** Of a button's size, with words in it and nothing else that could be seen, on a ground of one colour. */
export function isPlainButton(button: HTMLButtonElement): boolean {
  const { width, height } = button.getBoundingClientRect()
  if (width > most.width || height > most.height || isDrawnOver(button)) return false
  for (let each: Element | null = button; each !== null; each = each.parentElement)
    if (!isSuch(getComputedStyle(each), wholeOnes)) return false
  const style = getComputedStyle(button)
  // A picture at the pointer would lie over all of it.
  if (style.cursor.includes('url') || !hasPlainSigns(button, style)) return false
  return [...button.querySelectorAll('*')].every((each) => isCutAway(each) || isPlainInside(each))
}

/** Its words stand out from its ground. */
export function isReadable(button: HTMLButtonElement, read: readonly HTMLElement[]): boolean {
  const { backgroundColor } = getComputedStyle(button)
  return read.every((each) => contrast(getComputedStyle(each).color, backgroundColor) >= leastContrast)
}

/** By what no element of the page shows: pictures of the page in place of it, marks on texts, a font made of bytes. */
const isDrawnOver = (button: HTMLButtonElement): boolean =>
  document.documentElement.matches(':active-view-transition') ||
  CSS.highlights.size > 0 ||
  isSelected(button) ||
  [...document.fonts].some((face) => document.fonts.delete(face))

function isSelected(button: HTMLButtonElement): boolean {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed || getComputedStyle(button).userSelect === 'none') return false
  return selection.containsNode(button, true)
}

/** Words for those who hear: cut away whole, with all that is in them. */
export function isCutAway(element: Element): boolean {
  const cut = element.closest('button > *')
  if (cut === null) return false
  const { position, clipPath, width, height } = getComputedStyle(cut)
  return position === 'absolute' && clipPath === 'inset(50%)' && width === '1px' && height === '1px'
}

function isPlainInside(element: Element): boolean {
  const style = getComputedStyle(element)
  return (
    element.tagName === inner &&
    /\S/.test(element.textContent ?? '') &&
    isSuch(style, plainOnes) &&
    isSuch(style, wholeOnes) &&
    hasPlainSigns(element, style)
  )
}

/** Its own words, as they are written, and none that a sheet writes or colours for itself. */
function hasPlainSigns(element: Element, style: CSSStyleDeclaration): boolean {
  const { color, fontSize } = style
  if (!isSuch(style, plainAll) || !isFilled(style)) return false
  if (['::before', '::after'].some((name) => getComputedStyle(element, name).content !== 'none')) return false
  return ['::first-letter', '::first-line'].every((name) => {
    const part = getComputedStyle(element, name)
    const isItsOwn = part.color === color && isFilled(part) && part.fontSize === fontSize
    return isItsOwn && transparent.test(part.backgroundColor) && isSuch(part, plainAll)
  })
}

/** Where the system's colours are forced, words are filled with them, and what is said of the fill is what it would be else. */
const isFilled = ({ color, webkitTextFillColor, forcedColorAdjust }: Styled): boolean =>
  webkitTextFillColor === color || (matchMedia('(forced-colors: active)').matches && forcedColorAdjust === 'auto')

/** The last of them is not among TypeScript's yet. */
type Styled = CSSStyleDeclaration & { forcedColorAdjust?: string }
