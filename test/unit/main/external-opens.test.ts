import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Link } from '../../../src/domain/links/link.ts'
import { ExternalOpens } from '../../../src/main/external-opens.ts'

const folder = mkdtempSync(join(tmpdir(), 'arrivals-'))
const picture = join(folder, 'a picture.png')
writeFileSync(picture, '')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let links: Link[]
let files: string[][]
let externalOpens: ExternalOpens
beforeEach(() => {
  links = []
  files = []
  externalOpens = new ExternalOpens({ link: (link) => links.push(link), files: (paths) => files.push(paths) })
})
const app = join(folder, 'app')
const named = (...words: string[]) => externalOpens.named(['/usr/bin/printroom', ...words], folder, app)

describe('what other programs hand over', () => {
  it('waits until the app is ready, and keeps its order', () => {
    externalOpens.linked('printroom://queue')
    externalOpens.opened(picture)
    named('printroom://ledger')
    expect([links, files]).toEqual([[], []])
    externalOpens.start()
    expect(links).toEqual([
      { to: 'screen', screen: 'queue' },
      { to: 'screen', screen: 'ledger' },
    ])
    expect(files).toEqual([[picture]])
    externalOpens.linked('printroom://create')
    expect(links).toHaveLength(3)
  })

  it('names files by their path, from its own folder, or by an address of this computer', () => {
    externalOpens.start()
    named('--flag', 'a picture.png', pathToFileURL(picture).href, app, 'not there.png')
    expect(files).toEqual([[picture, picture]])
  })

  it('never names a file by a link, not even where one of that name is there', () => {
    mkdirSync(join(folder, 'printroom:/'), { recursive: true })
    writeFileSync(join(folder, 'printroom:', 'create'), '')
    externalOpens.start()
    named('printroom://create')
    named('printroom:/create')
    expect(files).toEqual([])
    expect(links.map(({ to }) => to)).toEqual(['screen', 'nowhere'])
  })

  it('looks at no other computer', () => {
    externalOpens.start()
    named('file://evil.example/share/x.png', `file://localhost.evil.example${picture}`, 'file:///%00', 'file:%zz')
    expect(files).toEqual([])
  })

  it('looks at no share and no device, however it is written (W2)', () => {
    externalOpens.start()
    named(
      '\\\\host\\share\\x.png',
      `//${picture}`,
      '\\\\.\\pipe\\x',
      '\\\\?\\C:\\x.png',
      `file:////${picture}`,
      `file:///%2F${picture}`,
    )
    expect(files).toEqual([])
  })

  it('takes one link from a command line, and answers a hostile one with a sentence', () => {
    externalOpens.start()
    named('printroom://create?prompt=x&send=1', 'printroom://settings')
    expect(links).toHaveLength(1)
    expect(links[0]).toMatchObject({ to: 'nowhere' })
  })
})
