import { rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { diagnosticsOf } from '../../src/engine/api/diagnostics.ts'
import { withoutPaths } from '../../src/engine/platform/without-paths.ts'
import { engineAt } from '../support/engine-at.ts'
import { newFolder } from '../support/folders.ts'
import { StrangeService } from '../support/strange-service.ts'

describe('diagnostics', () => {
  it('hold no key, and what somebody wrote only when asked', async () => {
    const strange = new StrangeService()
    await strange.open()
    strange.models = [
      { entry: { id: 'm', credits_per_generation: 1, media_type: 'image', extra_config: {} }, charge: () => 1 },
    ]
    const at = await engineAt(strange.base, strange.key)
    const [id = ''] = await at.approve(await at.calls['quote.generation']({ prompt: 'A secret lamp', modelId: 'm' }))
    const without = JSON.stringify(diagnosticsOf(at.engine, false))
    const whole = JSON.stringify(diagnosticsOf(at.engine, true))
    for (const text of [without, whole]) {
      expect(text).toContain(id)
      expect(text).not.toContain(strange.key)
      expect(text).not.toContain(`${homedir()}/`)
    }
    expect(without).not.toContain('secret lamp')
    expect(whole).toContain('A secret lamp')
  })

  it('name no folder outside the home folder, neither as a folder nor in a sentence (L14)', async () => {
    const strange = new StrangeService()
    await strange.open()
    // As a disk of a client's is: beside the home folder.
    const home = `${newFolder()}/Harbour Days (secret client)`
    const at = await engineAt(strange.base, strange.key, { home })
    const text = JSON.stringify(diagnosticsOf(at.engine, true))
    expect(text).not.toContain('secret client')
    expect(JSON.parse(text).folders).toEqual({
      data: 'outside the home folder',
      library: 'outside the home folder',
      cache: 'outside the home folder',
    })
    rmSync(home, { recursive: true })
  })

  it('keep a sentence but for its paths, and addresses as they are (L14)', () => {
    const known = { data: '/mnt/Acme/data', library: '/mnt/Acme/data/library', cache: '/users/ann/cache' }
    const said = (text: string) => withoutPaths(text, '/users/ann', known)
    expect(said('The library /mnt/Acme/data/library/2026/a.png is gone.')).toBe(
      'The library (the library folder)/2026/a.png is gone.',
    )
    expect(said('/users/ann/cache and /users/anna/x/y, /users/ann')).toBe('~/cache and (a folder elsewhere), ~')
    expect(said('EACCES: open "/media/ann/Disk of Acme/b c/d.jpg"')).toBe('EACCES: open "(a folder elsewhere)"')
    expect(said(String.raw`at C:\People\ann\x.jpg or \\acme\share\y.png.`)).not.toMatch(/ann|acme/)
    expect(said('https://studio.example/api/v1 answers 16:9, 1/2, and/or.')).toBe(
      'https://studio.example/api/v1 answers 16:9, 1/2, and/or.',
    )
    expect(withoutPaths('/a/b', '/', {})).toBe('(a folder elsewhere)')
  })
})
