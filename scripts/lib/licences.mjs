import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { knownText } from './licence-texts.mjs'
import { inRoot } from './paths.mjs'

/**
 * One part of what is shipped, for the licence page and the package.
 * @typedef {{ name: string, version: string, licence: string, from: string, text: string }} Licence
 */

/**
 * Licences of everything that the app ships: packages it loads, packages that are built into it, and the runtimes.
 * @returns {Licence[]} by name; throws for a package that names no licence
 */
export function licencesOfShipped() {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  const root = packages['']
  // Built in by Vite: they are development's packages, and yet each of them stands in what is shipped.
  const builtIn = [
    'zod',
    'zustand',
    'react',
    'react-dom',
    'react-aria-components',
    'intl-messageformat',
    '@cfworker/json-schema',
    '@modelcontextprotocol/server',
    'electron-updater',
    'lucide-react',
    'pg',
    'aws4fetch',
    '@fontsource-variable/geist',
    '@fontsource-variable/geist-mono',
  ]
  const paths = withDependencies(packages, [...Object.keys(root.dependencies), ...builtIn])
  const shipped = [...paths].filter((path) => existsSync(inRoot(path, 'package.json')))
  return [...shipped.map((path) => licenceOf(path)), ...runtimes()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Where they lie, by the lockfile: some inside the folder of the package that needs them. */
function withDependencies(packages, first) {
  const found = new Set()
  const visit = (name, from) => {
    const path = foldersUp(from)
      .map((folder) => `${folder}node_modules/${name}`)
      .find((each) => packages[each] !== undefined)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies } = packages[path]
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) visit(each, path)
  }
  for (const name of first) visit(name, '')
  return found
}

/** `node_modules/a/node_modules/b`: in it, in `a`, at the root. */
function foldersUp(path) {
  const parts = path.split(/\/?node_modules\//).slice(1)
  return Array.from({ length: parts.length + 1 }, (_, up) =>
    parts
      .slice(0, parts.length - up)
      .map((part) => `node_modules/${part}/`)
      .join(''),
  )
}

function licenceOf(path) {
  const folder = inRoot(path)
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (typeof license !== 'string') throw new Error(`${name} names no licence: look at it before it is shipped`)
  const files = readdirSync(folder).filter((each) => /^(licen[cs]e|copying|ofl|notice)([.-].*)?$/i.test(each))
  const own = files.filter((each) => !isOfOthers(each))
  const texts = [
    ...(own.length === 0 ? [knownText(name)] : []),
    ...[...own, ...files.filter(isOfOthers)].map((each) => readFileSync(join(folder, each), 'utf8').trim()),
  ]
  return {
    name,
    version,
    licence: license,
    from: `https://www.npmjs.com/package/${name}/v/${version}`,
    text: texts.filter((text) => text !== '').join('\n\n'),
  }
}

/** What is built into a part, beside its own licence. */
const isOfOthers = (file) => /third.?party/i.test(file)

function runtimes() {
  const of = (name) => JSON.parse(readFileSync(inRoot('node_modules', name, 'package.json'), 'utf8')).version
  const electron = {
    name: 'Electron',
    version: of('electron'),
    licence: 'MIT',
    from: 'https://www.electronjs.org',
    text: `${readFileSync(inRoot('node_modules/electron/LICENSE'), 'utf8').trim()}\n\nThe licences of Chromium and of its parts lie beside the app, in LICENSES.chromium.html.`,
  }
  // Only the packages for Linux carry one (electron-builder.yml).
  const name = `node-linux-${process.arch}`
  if (process.platform !== 'linux' || !existsSync(inRoot('node_modules', name))) return [electron]
  const node = {
    name: 'Node.js',
    version: of(name),
    licence: 'MIT',
    from: 'https://nodejs.org',
    text: readFileSync(inRoot('node_modules', name, 'LICENSE'), 'utf8').trim(),
  }
  return [electron, node]
}

/** All of it as one text. */
export const licencesAsText = (licences) =>
  licences
    .map(({ name, version, licence, from, text }) => `${name} ${version}\n${licence} · ${from}\n\n${text}\n`)
    .join(`\n${'─'.repeat(80)}\n\n`)
