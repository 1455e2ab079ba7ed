/**
 * window.open and links that want a window of their own, in the page: main is asked instead, and nothing opens.
 * Not left to the browser, which would show the window before anybody could object.
 * Needs nothing from outside. `ask({ url, name, features })`
 */
export function keepWindows(ask) {
  globalThis.open = (url = 'about:blank', name = '', features = '') => {
    ask({ url: new URL(url, document.baseURI).href, name: String(name), features: String(features) })
    return null
  }

  function onClick(event) {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement && node.href)
    if (!link || event.defaultPrevented || event.button > 1) return
    const elsewhere = link.target !== '' && !/^_(self|top|parent)$/i.test(link.target)
    if (!elsewhere && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey) return
    event.preventDefault()
    ask({ url: link.href, name: link.target, features: '' })
  }

  // After the page's own listeners, which may prevent the default.
  addEventListener('click', onClick)
  addEventListener('auxclick', onClick)
}
