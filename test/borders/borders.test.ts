import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { checkBorders } from '../../scripts/lib/borders.mjs'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

/** Checks a repository that consists of these files. */
function check(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'borders-'))
  made.push(root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return checkBorders(root)
}

const problemsOf = (name: string, text: string) => check({ [name]: text }).problems

/** One violation each; the words are what the check has to say. */
const planted: [file: string, text: string, words: string][] = [
  ['src/domain/a.ts', "import x from '../engine/b.ts'", 'domain may not import engine'],
  ['src/domain/a.ts', "import { x } from '../contract/b.ts'", 'domain may not import contract'],
  ['src/domain/a.ts', "import fs from 'node:fs'", "domain may not use Node's node:fs"],
  ['src/domain/a.ts', "import path from 'path'", "domain may not use Node's path"],
  ['src/domain/a.ts', "import _ from 'lodash'", 'domain may not use lodash'],
  ['src/contract/a.ts', "import { x } from '../../src/engine/b.ts'", 'contract may not import engine'],
  [
    'src/contract/a.ts',
    "import { Validator } from '@cfworker/json-schema'",
    'contract may not use @cfworker/json-schema',
  ],
  ['src/engine/a.ts', "export { x } from '../main/b.ts'", 'engine may not import main'],
  ['src/engine/a.ts', "import type { x } from '../practice/b.ts'", 'engine may not import practice'],
  ['src/engine/a.ts', "import { app } from 'electron'", 'electron stays in main and preload'],
  ['src/engine/http/a.ts', "import { request } from 'undici'", 'undici stays in engine/remote'],
  ['src/engine/library/a.ts', "import D from 'better-sqlite3'", 'better-sqlite3 stays in engine/store and practice'],
  ['src/engine/a.ts', "const s = require('sharp')", 'sharp stays in engine/images and practice'],
  ['src/engine/store/a.ts', "await import('@napi-rs/keyring')", '@napi-rs/keyring stays in engine/key'],
  ['src/engine/a.ts', "import { create } from 'zustand'", 'zustand stays in renderer'],
  ['src/practice/a.ts', "import { x } from '../domain/b.ts'", 'practice may not import domain'],
  ['src/practice/a.ts', "import { x } from '../contract/b.ts'", 'practice may not import contract'],
  ['src/preload/a.ts', "import { x } from '../domain/b.ts'", 'preload may not import domain'],
  ['src/preload/a.ts', "import fs from 'fs'", "preload may not use Node's fs"],
  ['src/renderer/a.tsx', "import { x } from '../engine/b.ts'", 'renderer may not import engine'],
  ['src/renderer/a.tsx', "import 'node:crypto'", "renderer may not use Node's node:crypto"],
  ['src/renderer/a.tsx', "import { ipcRenderer } from 'electron/renderer'", 'electron stays in main and preload'],
  ['src/main/a.ts', "import { x } from '../renderer/b.ts'", 'main may not import renderer'],
  ['src/cli/a.ts', "import { x } from '../preload/b.ts'", 'cli may not import preload'],
  ['src/cli/a.ts', "import { x } from '../../test/b.ts'", '../../test/b.ts leads out of src'],
  ['src/engine/a.ts', 'await import(name)', 'an import with a computed name cannot be checked'],
  ['src/shared/a.ts', '', 'no rule says what shared may import'],
  ['src/engine/store/a.ts', "import type { x } from '../queue/b.ts'", 'store may not import queue'],
  ['src/engine/queue/a.ts', "import { x } from '../engine.ts'", 'queue may not import .'],
  ['src/engine/other/a.ts', "import { x } from '../store/b.ts'", 'no rule says on what engine/other may stand'],
  ['src/renderer/hooks/a.ts', "import { x } from '../features/queue/b.ts'", 'hooks may not import features/queue'],
  [
    'src/renderer/features/queue/a.ts',
    "import { x } from '../create/b.ts'",
    'features/queue may not import features/create',
  ],
  ['src/engine/a.ts', 'fsyncSync(fd)', 'fsyncSync without a named point'],
  ['src/engine/store/a.ts', 'db.transaction(work).immediate()', '.immediate() without a named point'],
  ['src/cli/a.ts', 'mkdirSync(path, { recursive: true })', 'mkdir with recursive may never end'],
  ['src/engine/a.ts', "fork(entry, { serialization: 'advanced' })", "'advanced': another V8 does not read these bytes"],
  ['src/main/a.ts', "import { serialize } from 'node:v8'", "'node:v8': another V8 does not read these bytes"],
  ['src/main/a.ts', 'clipboard.writeText(words)', 'clipboard.writeText( … without await'],
  ['src/main/a.ts', 'const notice = new Notification({ title })', 'new Notification is not held until it is clicked'],
  ['src/main/a.ts', 'await dialog.showOpenDialog({ properties })', 'showOpenDialog begins in Downloads each time'],
  [
    'src/engine/a.ts',
    "import { spawn } from 'node:child_process'; spawn(path, [a()], { env: { ...process.env, A: '1' } })",
    'gives more than a listed environment',
  ],
  [
    'src/engine/a.ts',
    "import { execFile } from 'child_process'; execFile(path, () => {})",
    'gives more than a listed environment',
  ],
  [
    'src/main/a.ts',
    "import { utilityProcess } from 'electron'; utilityProcess.fork(path, [], { env: process.env })",
    'gives more than a listed environment',
  ],
  ['src/renderer/a.css', '[data-platform="darwin"] .bar { padding-left: 1px }', 'room for one system'],
  ['src/renderer/a.css', '.bar { -webkit-app-region: drag; padding-left: 8px }', 'a fixed inset for the buttons'],
  [
    'src/renderer/a.css',
    '.bar { padding: 0 calc(146px + env(titlebar-area-x)) 0 env(titlebar-area-width); -webkit-app-region: drag }',
    'a fixed inset for the buttons',
  ],
  ['src/main/a.ts', 'shell.openExternal(url)', 'openExternal takes down a wall around the window'],
  ['src/main/a.ts', 'const p = { sandbox: false }', 'sandbox: false takes down a wall around the window'],
  ['src/main/a.ts', 'const p = { webviewTag: true }', 'webviewTag: takes down a wall around the window'],
  ['src/domain/a.ts', 'const now = Date.now()', 'the domain may not use Date.now'],
  ['src/domain/a.ts', 'const now = new Date()', 'the domain may not use new Date()'],
  ['src/domain/a.ts', 'const x = Math.random()', 'the domain may not use Math.random'],
  ['src/domain/a.ts', 'const x = process.env.HOME', 'the domain may not use process'],
  ['src/domain/a.ts', "void fetch('x')", 'the domain may not use fetch'],
  ['src/domain/a.ts', 'setTimeout(run, 1)', 'the domain may not use a timer'],
  ['src/domain/a.ts', 'const id = crypto.randomUUID()', 'the domain may not use crypto'],
  ['src/domain/a.ts', 'const now = performance.now()', 'the domain may not use performance'],
  ['src/domain/a.ts', 'const g = globalThis', 'the domain may not use globalThis'],
  ['src/main/a.ts', '// @ts-ignore', 'a check is silenced (@ts-ignore)'],
  ['test/unit/a.test.ts', '// biome-ignore lint: no', 'a check is silenced (biome-ignore)'],
  ['README.md', `See /${'work'}/shared/notes.`, `a path of one machine: /${'work'}/s…`],
  ['scripts/a.mjs', `const x = '/${'home'}/ada/x'`, `a path of one machine: /${'home'}/ada/…`],
  ['notes.md', `Kept in /${'root'}/.config.`, `a path of one machine: /${'root'}/.…`],
]

describe('finds', () => {
  test.each(planted)('%s: %s', (file, text, words) => {
    const problems = problemsOf(file, `\n${text}\n`)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(words)
  })

  test('an import over several lines, with a comment in it', () => {
    const problems = problemsOf('src/domain/a.ts', "import {\n  a, // don't\n  type B,\n} from '../engine/b.ts'\n")
    expect(problems).toEqual(['src/domain/a.ts:1: domain may not import engine'])
  })

  test('an import after text that looks like a string or a comment', () => {
    const text = "export const a = <p>don't</p>\nconst r = /['\"`]/\nconst s = '/*'\nimport x from '../engine/b.ts'\n"
    expect(problemsOf('src/renderer/a.tsx', text)).toEqual(['src/renderer/a.tsx:4: renderer may not import engine'])
  })
})

test('finds files that import themselves by way of others, types included', () => {
  const { problems } = check({
    'src/engine/store/a.ts': "import type { b } from './b.ts'",
    'src/engine/store/b.ts': "import { c } from './c.ts'",
    'src/engine/store/c.ts': "export { a } from './a.ts'\nimport { d } from './d.ts'",
    'src/engine/store/d.ts': 'export const d = 1',
  })
  expect(problems).toEqual(['src/engine/store/a.ts:1: imports itself through engine/store/b.ts and engine/store/c.ts'])
})

describe('allows', () => {
  const allowed: [file: string, text: string][] = [
    ['src/domain/a.ts', "import { z } from 'zod'\nimport './b.ts'\nconst d = new Date(0)\nconst t = event.process.now"],
    ['src/domain/a.ts', '// Date.now() and fetch() come in from outside\nconst s = "process.env"'],
    [
      'src/engine/remote/a.ts',
      "import { request } from 'undici'\nimport '../../domain/b.ts'\nimport fs from 'node:fs'",
    ],
    ['src/engine/a.ts', "// import x from '../main/b.ts'\nconst s = `import x from '../main/b.ts'`"],
    ['src/practice/a.ts', "import sharp from 'sharp'\nimport D from 'better-sqlite3'"],
    ['src/renderer/features/a.tsx', "import { useState } from 'react'\nimport type { X } from '../../contract/b.ts'"],
    ['src/main/a.ts', "import { app } from 'electron'\nimport w from '../engine/images/worker?modulePath'"],
    ['src/engine/a.ts', "// 'advanced' is not for us\nfork(entry, { serialization: 'json' })"],
    ['src/main/a.ts', 'await clipboard.writeText(words)\nclipboard.clear()\nconst copied = await clipboard.has(type)'],
    [
      'src/engine/a.ts',
      "import { fork } from 'node:child_process'\nfork(path, [], { env: cleanEnvironment(process.env), silent: call() })\ndb.exec(sql)",
    ],
    ['src/engine/a.ts', "import type { ChildProcess } from 'node:child_process'\nconst child: ChildProcess = spawn()"],
    ['src/main/updates/app-image.ts', "import { spawn } from 'node:child_process'\nspawn(path, [], { env })"],
    [
      'src/renderer/a.css',
      '/* [data-platform] { 146px } */ .bar { padding-left: env(titlebar-area-x); width: env(titlebar-area-width); -webkit-app-region: drag } .b { padding: 88px; -webkit-app-region: no-drag }',
    ],
    ['src/main/notices.ts', 'const notice = new Notification({ title })'],
    ['src/main/dialogs.ts', 'await dialog.showSaveDialog(options)'],
    ['src/main/a.ts', "import picture from '../../resources/picture.png?asset'"],
    ['README.md', 'https://example.org/work/list, ./work/x, ~/work/x and src/root/x are no machine paths.'],
  ]
  test.each(allowed)('%s: %s', (file, text) => {
    expect(problemsOf(file, text)).toEqual([])
  })
})

test('warns of a source that has grown long', () => {
  const { warnings, problems } = check({ 'src/main/a.ts': 'const a = 1\n'.repeat(401) })
  expect(warnings).toEqual(['src/main/a.ts:1: 401 lines; over 400 is a sign to split'])
  expect(problems).toEqual([])
})

test('counts what it looked at, so that nothing at all is noticed', () => {
  expect(check({ 'README.md': 'empty' }).sources).toBe(0)
  expect(check({ 'src/main/a.ts': '', 'src/domain/b/c.ts': '' }).sources).toBe(2)
})
