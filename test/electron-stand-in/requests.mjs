// Every request of a page stops here first (CDP Fetch): the app's own scheme is answered by its handler, the rest
// goes on if the app's webRequest listener lets it.
import { askHandler, toFulfilment } from './protocol.mjs'
import { preventable, trace } from './runtime.mjs'
import { isOurs, toApp, toPage } from './schemes.mjs'
import { session } from './session.mjs'

const resourceTypes = {
  Document: 'mainFrame',
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
}
Object.assign(resourceTypes, {
  XHR: 'xhr',
  Fetch: 'xhr',
  Media: 'media',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
})

let lastId = 0

export async function answerRequest(contents, paused) {
  const { requestId, request, resourceType, frameId } = paused
  const reply = (method, params) => contents.cdp(method, { requestId, ...params })
  try {
    if (isFavicon(paused)) return await reply('Fetch.fulfillRequest', { responseCode: 204 })
    const url = toApp(request.url)
    const isMainFrame = resourceType === 'Document' && contents.isMainFrame(frameId)
    if (isMainFrame && !contents.expects(request.url)) {
      const event = { ...preventable(), url, isMainFrame: true, isSameDocument: false }
      contents.emit('will-navigate', event, url)
      // ERR_ABORTED leaves the document that is shown as it is.
      if (event.defaultPrevented) return await reply('Fetch.failRequest', { errorReason: 'Aborted' })
    }
    const { cancel, redirectURL } = await session.defaultSession.beforeRequest({
      id: ++lastId,
      url,
      method: request.method,
      webContentsId: contents.id,
      webContents: contents,
      resourceType: resourceType === 'Document' && !isMainFrame ? 'subFrame' : (resourceTypes[resourceType] ?? 'other'),
      referrer: request.headers.Referer ?? '',
      timestamp: Date.now(),
    })
    if (cancel) return await reply('Fetch.failRequest', { errorReason: 'BlockedByClient' })
    if (redirectURL) {
      const responseHeaders = [{ name: 'location', value: toPage(redirectURL) }]
      return await reply('Fetch.fulfillRequest', { responseCode: 307, responseHeaders })
    }
    if (!isOurs(url)) return await reply('Fetch.continueRequest', {})

    const headers = Object.entries(request.headers).filter(([name]) => !/^(host|origin|referer)$/i.test(name))
    const response = await askHandler(new Request(url, { method: request.method, headers, body: postData(request) }))
    if (response.type === 'error') return await reply('Fetch.failRequest', { errorReason: 'Failed' })
    await reply('Fetch.fulfillRequest', await toFulfilment(response))
  } catch (error) {
    trace('request', request.url, error)
    // The page may have gone in the meantime; then there is nobody to tell.
    await reply('Fetch.failRequest', { errorReason: 'Failed' }).catch(() => {})
  }
}

/** A browser's own wish, which Electron has not. */
const isFavicon = ({ request, resourceType }) =>
  resourceType === 'Other' && new URL(request.url).pathname === '/favicon.ico'

function postData({ postDataEntries, postData: text }) {
  if (postDataEntries?.length)
    return Buffer.concat(postDataEntries.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64')))
  return text
}
