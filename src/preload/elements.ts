/** All but the document's own, also beside the body and behind a host; nobody sees into a root that is closed. */
export function elementsIn(root: Pick<ParentNode, 'querySelectorAll'>): (HTMLElement | SVGElement)[] {
  const all = [...root.querySelectorAll<HTMLElement | SVGElement>('*')]
  return all.flatMap((each) => (each.shadowRoot === null ? [each] : [each, ...elementsIn(each.shadowRoot)]))
}
