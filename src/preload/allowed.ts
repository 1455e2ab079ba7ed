import { initialLook } from './initial-look.ts'

type Allowed = readonly [names: RegExp, values: RegExp][]

const any = /^/
const thin = /^[01](?:\.\d+)?px$/

/** Without effect on how words look, or looked at elsewhere: sizes and places by boxes, colours by their contrast. */
const harmless =
  /^(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|(?:perspective|transform)-origin|(?:caret|(?:column|row)-rule|outline|text-decoration|text-emphasis|border-.+|-webkit-text-stroke)-color|(?:row|column)-gap|margin-.+|color|-webkit-text-fill-color|color-scheme|scrollbar-\w+|-webkit-locale|-webkit-font-smoothing|user-select|align-.+|justify-.+|flex-\w+|box-sizing|direction|text-align|overflow-wrap|transition-.+)$/

const both: Allowed = [
  [harmless, any],
  [/^font-family$/, /^"Geist(?: Mono)? Variable", /],
  [/^font-size$/, /^1[234]px$/],
  [/^font-weight$/, /^[4-6]\d\d$/],
  // The second where the system's colours are forced.
  [/^font-variant(?:-numeric)?$/, /^tabular-nums(?: text)?$/],
  [/^line-height$/, /^(?:16|20)px$/],
  [/^cursor$/, /^default$/],
  [/^overflow-(?:x|y|block|inline)$/, /^hidden$/],
  [/^text-wrap-mode$/, /^nowrap$/],
  [/^padding-.+$/, /^(?:\d|1[0-6])px$/],
]

const ofButton: Allowed = [
  ...both,
  [/^display$/, /^(?:inline-)?flex$/],
  [/^appearance$/, /^auto$/],
  [/^background-color$/, any],
  [/^border-.+-style$/, /^solid$/],
  [/^border-.+-width$/, thin],
  [/^border-.+-radius$/, /^\d(?:\.\d+)?px$/],
  [/^outline-style$/, /^(?:auto|solid)$/],
  [/^outline-width$/, /^[0-3](?:\.\d+)?px$/],
  [/^outline-offset$/, /^[0-2]px$/],
]

/** Of what its words stand in; one hairline at its side. */
const ofInside: Allowed = [
  ...both,
  [/^display$/, /^(?:block|flex)$/],
  [/^text-overflow$/, /^ellipsis$/],
  [/^border-(?:left|right|inline-start|inline-end)-style$/, /^solid$/],
  [/^border-(?:left|right|inline-start|inline-end)-width$/, thin],
  // Of any colour: where the system's colours are forced, it is of white.
  [/^background-color$/, /^rgba\(\d+, \d+, \d+, 0\)$/],
]

/** Of what the button stands in: the browser's own look at what lies over it does not know of these, nor does any value of the button's tell. */
const ofAncestors: Readonly<Record<string, string>> = {
  'mask-image': 'none',
  '-webkit-mask-box-image-source': 'none',
  'clip-path': 'none',
  '-webkit-box-reflect': 'none',
  'text-decoration-line': 'none',
  'content-visibility': 'visible',
}

/** Everything that the browser can say of it is as where nobody says anything, or one of the few things that the app does. */
function isAllowed(style: CSSStyleDeclaration, allowed: Allowed): boolean {
  for (const [name, initial] of initialLook()) {
    const value = style.getPropertyValue(name)
    if (value !== initial && !allowed.some(([names, values]) => names.test(name) && values.test(value))) return false
  }
  return true
}

const isBare = (element: Element): boolean =>
  ['::before', '::after'].every((name) => getComputedStyle(element, name).content === 'none')

export function isAsButton(button: Element): boolean {
  const style = getComputedStyle(button)
  return isAllowed(style, ofButton) && isFilled(style) && isBare(button)
}

export function isAsInside(element: Element): boolean {
  const style = getComputedStyle(element)
  return isAllowed(style, ofInside) && isFilled(style) && isBare(element)
}

export function isAsAncestor(element: Element): boolean {
  const style = getComputedStyle(element)
  return Object.entries(ofAncestors).every(([name, value]) => style.getPropertyValue(name) === value)
}

/** Where the system's colours are forced, words are filled with them, and what is said of the fill is what it would be else. */
const isFilled = ({ color, webkitTextFillColor, forcedColorAdjust }: Styled): boolean =>
  webkitTextFillColor === color || (matchMedia('(forced-colors: active)').matches && forcedColorAdjust === 'auto')

/** The last of them is not among TypeScript's yet. */
type Styled = CSSStyleDeclaration & { forcedColorAdjust?: string }
