import { apply, getter, method, methodOf } from './taken.ts'

export const parentOf = getter(Node.prototype, 'parentElement')
export const tagOf = getter(Element.prototype, 'tagName')
export const namespaceOf = getter(Element.prototype, 'namespaceURI')
export const attributeOf = methodOf<Element, [string], string | null>(Element.prototype.getAttribute)
export const closestOf = methodOf<Element, [string], Element | null>(Element.prototype.closest)
export const boxOf = methodOf<Element, [], DOMRect>(Element.prototype.getBoundingClientRect)
export const attachTo = methodOf<Element, [ShadowRootInit], ShadowRoot>(Element.prototype.attachShadow)
export const styleOf = getter(HTMLElement.prototype, 'style')

export const elementAt = method(document, Document.prototype.elementFromPoint)
export const allOf = method<Document, [string], NodeListOf<Element>>(document, Document.prototype.querySelectorAll)
export const create = method<Document, [string], HTMLElement>(document, Document.prototype.createElement)
export const createRange = method(document, Document.prototype.createRange)
const { createTreeWalker } = Document.prototype
export const walkTexts = (root: Node): TreeWalker => apply(createTreeWalker, document, [root, NodeFilter.SHOW_TEXT])
export const hasFocus = method(document, Document.prototype.hasFocus)
export const animations = method(document, Document.prototype.getAnimations)

const sheetsOf = getter(Document.prototype, 'styleSheets')
const adoptedOf = getter(Document.prototype, 'adoptedStyleSheets')
const fontsOf = getter(Document.prototype, 'fonts')
const bodyOf = getter(Document.prototype, 'body')
export const sheets = (): StyleSheetList => sheetsOf(document)
export const adopted = (): readonly CSSStyleSheet[] => adoptedOf(document)
export const fonts = (): FontFaceSet => fontsOf(document)
export const body = (): HTMLElement | null => bodyOf(document)
