import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folders = ['src', 'test', 'scripts']
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')}`),
)

/** Of our own: Electron brings declarations of that ending. */
/** Files of ours: declarations (`.d.ts`) come with packages. */
const named = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+\.(?<!\.d\.)(?:ts|tsx|mjs|css))`/g)].map(([, name = '']) =>
    name.replace(/^(\.\.?\/)+/, ''),
  )

it.each(files.filter((file) => file.endsWith('/README.md')))('%s names files that are there', (readme) => {
  const missing = named(readFileSync(join(root, readme), 'utf8')).filter(
    (name) => !files.some((file) => file.endsWith(`/${name}`)),
  )
  expect(missing).toEqual([])
})
