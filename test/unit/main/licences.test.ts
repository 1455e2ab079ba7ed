import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { licencesAsText, licencesOfShipped } from '../../../scripts/lib/licences.mjs'
import { licencesIn } from '../../../src/main/licences.ts'
import { found } from '../../../src/renderer/features/about/licences.ts'

it('what the build writes of licences is read back whole, and found by name, licence and words', () => {
  const shipped = licencesOfShipped()
  expect(shipped.length).toBeGreaterThan(20)
  const read = licencesIn(licencesAsText(shipped))
  expect(read).toEqual(shipped)
  expect(found(read, 'UNDICI')[0]?.name).toBe('undici')
  expect(found(read, 'libvips lgpl').length).toBeGreaterThan(0)
  expect(found(read, 'no such words anywhere')).toEqual([])
  expect(found(read, '  ')).toHaveLength(read.length)
})

it('every package that the sources import is among them', () => {
  const names = new Set(licencesOfShipped().map(({ name }) => name))
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  // Nothing of the app starts the studio until its client of PostgreSQL is a dependency (docs/studio.md).
  const isShipped = (file: string) => 'pg' in dependencies || !file.startsWith('src/engine/studio/')
  const files = globSync('src/**/*.{ts,tsx}').filter(isShipped)
  expect(files.length).toBeGreaterThan(300)
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:import .*|import|\} )from '([^'.]+)'|^import '([^'.]+)'/gm)].map(
      ([, from, alone]) => from ?? alone ?? '',
    ),
  )
  const packages = new Set(
    imported
      .filter((name) => !name.startsWith('node:') && name !== 'electron')
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
  )
  expect(packages.size).toBeGreaterThan(8)
  expect([...packages].filter((name) => !names.has(name))).toEqual([])
})
