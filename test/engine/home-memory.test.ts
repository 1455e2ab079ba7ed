import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../src/engine/platform/failure-of.ts'
import { type Folders, foldersFor } from '../../src/engine/platform/home.ts'
import { awayWords, forgetHome, rememberHome } from '../../src/engine/platform/home-memory.ts'
import { engineAt } from '../support/engine-at.ts'
import { newFolder } from '../support/folders.ts'

const service = 'https://service.example'
const key = 'svc_sk_0123456789abcdefghijklmnopqrstuvwxyz'

/** A computer with a place for its own notes, and a disk on it that can be taken away. */
function computer() {
  const root = newFolder()
  const mount = join(root, 'disk')
  const elsewhere = join(root, 'pulled out')
  mkdirSync(mount)
  return {
    root,
    home: join(mount, 'home'),
    folders: (home: string, isPractice = false): Folders =>
      foldersFor(home, isPractice, { ...process.env, XDG_DATA_HOME: join(root, 'own') }),
    mount,
    unplug: () => {
      renameSync(mount, elsewhere)
      mkdirSync(mount)
    },
    plug: () => {
      rmSync(mount, { recursive: true })
      renameSync(elsewhere, mount)
    },
  }
}

const open = (home: string, folders: Folders, newHome = false) => engineAt(service, key, { home, folders, newHome })

// Where the note lies follows from a variable of Linux alone.
describe.runIf(process.platform === 'linux')('a home on a disk that is not there', () => {
  it('is not begun anew without its caps, and opens again when the disk is back (S4)', async () => {
    const { home, folders, mount, unplug, plug } = computer()
    const first = await open(home, folders(home))
    await first.calls['queue.setCaps']({ day: 7 })
    await first.close()
    unplug()
    const refused = await open(home, folders(home)).catch((error: unknown) => error)
    expect(failureOf(refused)).toMatchObject({
      code: 'home',
      message: expect.stringMatching(/was there before.*Is its disk connected.*--new-home/),
    })
    expect(readdirSync(mount)).toEqual([])
    // An empty folder by its name is no home either, and practice does not fill it.
    mkdirSync(folders(home).data, { recursive: true })
    await expect(open(home, folders(home))).rejects.toThrow(/was there before/)
    expect(awayWords(folders(home, true))).toMatch(/was there before/)
    plug()
    expect((await open(home, folders(home))).engine.budget.caps()).toMatchObject({ day: 7 })
  })

  it('is begun anew where a person says so, and then is the one that is known (S4)', async () => {
    const { home, folders, unplug } = computer()
    await (await open(home, folders(home))).close()
    unplug()
    await (await open(home, folders(home), true)).close()
    await (await open(home, folders(home))).close()
    unplugAgain(home)
    await expect(open(home, folders(home))).rejects.toThrow(/was there before/)
  })

  it('is known by its own name where a link led to it, and by a file that holds nothing it is not there (S4)', async () => {
    const { root, home, folders, unplug } = computer()
    const link = join(root, 'link')
    symlinkSync(home, link)
    mkdirSync(home)
    await (await open(link, folders(link))).close()
    unplug()
    await expect(open(link, folders(link))).rejects.toThrow(/was there before/)
    await expect(open(home, folders(home))).rejects.toThrow(/was there before/)
    mkdirSync(folders(home).data, { recursive: true })
    writeFileSync(join(folders(home).data, 'printroom.db'), '')
    await expect(open(home, folders(home))).rejects.toThrow(/was there before/)
  })

  it('says nothing of new homes, copies, moved ones and practice that was thrown away (S4)', async () => {
    const { root, home, folders } = computer()
    await (await open(home, folders(home))).close()
    const copy = join(root, 'copy')
    cpSync(home, copy, { recursive: true })
    await (await open(copy, folders(copy))).close()
    const moved = join(root, 'moved')
    renameSync(copy, moved)
    await (await open(moved, folders(moved))).close()
    expect(awayWords(folders(join(root, 'new')))).toBeNull()
    rememberHome(folders(home, true))
    expect(awayWords(folders(home, true))).toBeNull()
    // What was deleted with a part of the home left is damage, and mended from that.
    rmSync(join(folders(home).data, 'printroom.db'))
    expect(awayWords(folders(home))).toBeNull()
    rmSync(join(folders(home).data, 'receipts.journal'))
    expect(awayWords(folders(home))).toMatch(/was there before/)
    forgetHome(folders(home))
    expect(awayWords(folders(home))).toBeNull()
  })

  it('opens where the computer takes no note of it (S4)', async () => {
    const { root, home, folders } = computer()
    writeFileSync(join(root, 'own'), 'a file where a folder belongs')
    await (await open(home, folders(home))).close()
    expect(awayWords(folders(home))).toBeNull()
  })

  it('holds no more notes than it needs (S4)', () => {
    const { root, folders } = computer()
    const memory = folders(root).memory
    mkdirSync(memory, { recursive: true })
    for (let n = 0; n < 1005; n += 1) writeFileSync(join(memory, `${n}.service`), '')
    rememberHome(folders(root))
    expect(readdirSync(memory).length).toBe(1000)
    expect(awayWords(folders(root))).toMatch(/was there before/)
  })
})

function unplugAgain(home: string): void {
  renameSync(home, `${home} pulled out`)
}
