import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keyMember, readSigningKey, signLists } from '../../scripts/lib/update-signing.mjs'
import { isSigned, pinnedKey } from '../../src/main/updates/signature.ts'
import { newFolder } from '../support/folders.ts'

const pem = (kind: 'ed25519' | 'x25519'): string => {
  const pair = kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519')
  return pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}

it('signs each list of a folder, and the app that was made with the key believes just these (W1)', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'key.pem'), pem('ed25519'))
  const read = readSigningKey(join(folder, 'key.pem'))
  if (read.problem !== undefined) throw new Error(read.problem)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ [keyMember]: read.publicKey }))
  const key = pinnedKey(folder) ?? ''
  const lists = ['latest-linux.yml', 'latest-mac.yml', 'latest.yml']
  for (const name of lists) writeFileSync(join(folder, name), `version: 1.2.3 # ${name}\n`)
  expect(signLists(folder, read.key).sort()).toEqual(lists)
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8')
  for (const name of lists) {
    expect(isSigned(name, text(name), text(`${name}.sig`), key)).toBe(true)
    expect(isSigned(name, `${text(name)} `, text(`${name}.sig`), key)).toBe(false)
    expect(isSigned('latest-linux-arm64.yml', text(name), text(`${name}.sig`), key)).toBe(false)
  }
})

it('says what is no key to sign with, and how one is made (W1)', () => {
  const path = join(newFolder(), 'key.pem')
  expect(readSigningKey(path).problem).toContain('openssl genpkey -algorithm ed25519')
  for (const text of ['', 'words', pem('x25519')]) {
    writeFileSync(path, text)
    expect(readSigningKey(path).problem).toContain('no private key')
  }
})
