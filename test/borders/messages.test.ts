import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { readMessages } from '../../scripts/lib/messages.mjs'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

/** Reads a window that consists of these sources. */
function read(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'messages-'))
  made.push(root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return readMessages(root)
}

const inFunction = (body: string): string => `export function A() { return ${body} }`

/** One fault each; the words are what the check has to say. */
const planted: [source: string, words: string][] = [
  [inFunction('<p>Nothing here</p>'), '“Nothing here” is shown'],
  [inFunction('<p><b>cr</b></p>'), '“cr” is shown'],
  [inFunction('<p>{count} done</p>'), '“done” is shown'],
  [inFunction("<p>{busy ? 'Looking…' : t('Look up')}</p>"), '“Looking…” is shown'],
  [inFunction("<p>{busy && 'soon'}</p>"), '“soon” is shown'],
  [inFunction('<p>{`by \u0024{author}`}</p>'), '“by” is shown'],
  [inFunction('<button aria-label="Close" />'), '“Close” is the aria-label'],
  [inFunction('<input placeholder="Any words" />'), '“Any words” is the placeholder'],
  [inFunction('<input title={off ? "Off" : t("On")} />'), '“Off” is the title'],
  [inFunction('<Field label="Name" />'), '“Name” is the label'],
  [inFunction('t(words)'), 't needs its English text written out'],
  [inFunction('t(`\u0024{count} done`)'), 't needs its English text written out'],
  [inFunction('rich(words, {})'), 'rich needs its English text written out'],
  [inFunction("t('{count, plural, one {#}}', { count })"), 'is not in ICU MessageFormat'],
  [inFunction("t('{name', { name })"), 'is not in ICU MessageFormat'],
  [inFunction("t('{name} copied')"), '“{name} copied” is not given its “name”'],
  [inFunction("t('{name} copied', { name, what })"), '“{name} copied” has no “what”'],
  [inFunction("rich('<b>Not</b> so', {})"), 'is not given its “b”'],
  [inFunction("t('{name} copied', values)"), 't needs its values written out'],
  [inFunction("t('{name} copied', { ...values })"), 't needs the names of its values written out'],
  [inFunction("t('The {thing} is here', { thing: isFilm && 'video' })"), '“video” comes into a text as a value'],
  ["export const word = t('Queued')", 't is asked once, at start'],
  ["export const words = { a: t('Queued') }", 't is asked once, at start'],
  [inFunction("say('Nothing was sent.')"), '“Nothing was sent.” reads like a text'],
  ["export const problem = 'Write a number of credits'", '“Write a number of credits” reads like a text'],
]

describe('finds', () => {
  test.each(planted)('%s', (source, words) => {
    const { problems } = read({ 'a.tsx': `\n${source}\n` })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(/^a\.tsx:2: /)
    expect(problems[0]).toContain(words)
  })

  test('a source that cannot be read', () => {
    expect(read({ 'a.tsx': 'const = <p>' }).problems).not.toEqual([])
  })

  test('no source where there is none', () => {
    expect(read({ 'a.css': '.a {}' })).toMatchObject({ sources: 0, texts: [] })
  })
})

describe('allows', () => {
  test.each([
    inFunction("<p>{t('Nothing here')} · {count} × {figure(count)}</p>"),
    inFunction('<Said>What the engine says.</Said>'),
    inFunction('<p translate="no">sha256 {hash}</p>'),
    inFunction('<input placeholder="https://" />'),
    inFunction('<p className="row push" data-section="Folders of this" />'),
    inFunction("rich('<b>Not</b> so', { b: (words) => <b>{words}</b> })"),
    inFunction("t('{count, plural, one {# picture} other {# pictures}}', { count: all.length })"),
    "const table = perLanguage(() => ({ queued: t('Queued') }))",
    "import { x } from './A file with a name.ts'\nexport type Words = 'Nothing was sent.'",
    inFunction("event.key === 'Escape' ? close('Alt Home') : null"),
  ])('%s', (source) => {
    expect(read({ 'a.tsx': source }).problems).toEqual([])
  })
})

test('collects each text once, in order', () => {
  const { sources, texts } = read({
    'a.tsx': inFunction("<p title={t('Zoom')}>{t('Fit')}</p>"),
    'lib/b.ts': inFunction("t('Fit') + rich('<b>All</b>', { b })"),
    'lib/style.css': '.a {}',
  })
  expect({ sources, texts }).toEqual({ sources: 2, texts: ['<b>All</b>', 'Fit', 'Zoom'] })
})
