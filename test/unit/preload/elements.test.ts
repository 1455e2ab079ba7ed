import { expect, it } from 'vitest'
import { elementsIn } from '../../../src/preload/elements.ts'

interface Element {
  name: string
  shadowRoot: { querySelectorAll: (which: string) => Element[] } | null
}

/** As a browser answers: all below it, and nothing of what is behind a host. */
const rootOf = (...elements: Element[]) => ({ querySelectorAll: (which: string) => (which === '*' ? elements : []) })
const element = (name: string, ...behind: Element[]): Element => ({
  name,
  shadowRoot: behind.length === 0 ? null : rootOf(...behind),
})

it('what could lie over a button is found beside the body, and behind hosts in each other (W1)', () => {
  const hosts = element('outer', element('cover'), element('inner', element('deepest')))
  const document = rootOf(element('html'), element('body'), element('button'), hosts, element('beside'))
  const found = elementsIn(document as unknown as Document) as unknown as Element[]
  expect(found.map(({ name }) => name)).toEqual([
    ...['html', 'body', 'button', 'outer', 'cover', 'inner', 'deepest', 'beside'],
  ])
})
