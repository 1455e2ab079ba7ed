/**
 * The paths of the File objects that an expression in the page gives as an array.
 * @returns {Promise<string[]>} '' for a File that was made in memory
 */
export async function resolvePaths(contents, expression) {
  const { result } = await contents.cdp('Runtime.evaluate', { expression })
  if (!result.objectId) return []
  const { objectId } = result
  const { result: properties } = await contents.cdp('Runtime.getProperties', { objectId, ownProperties: true })
  const files = properties.filter(({ name, value }) => /^\d+$/.test(name) && value?.objectId)
  const paths = await Promise.all(files.map(({ value }) => pathOf(contents, value.objectId)))
  for (const { value } of files) contents.cdp('Runtime.releaseObject', { objectId: value.objectId }).catch(() => {})
  contents.cdp('Runtime.releaseObject', { objectId }).catch(() => {})
  return paths
}

async function pathOf(contents, objectId) {
  const { path } = await contents.cdp('DOM.getFileInfo', { objectId }).catch(() => ({ path: '' }))
  return path
}
