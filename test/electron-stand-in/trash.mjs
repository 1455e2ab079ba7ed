// Moves a file or folder into the user's trash, by the freedesktop.org trash specification (home trash).
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'

export async function moveToTrash(path) {
  const source = resolve(path)
  if (process.platform === 'darwin') return move(source, join(homedir(), '.Trash', `${basename(source)} ${Date.now()}`))
  const trash = join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'Trash')
  await mkdir(join(trash, 'files'), { recursive: true, mode: 0o700 })
  await mkdir(join(trash, 'info'), { recursive: true, mode: 0o700 })
  const name = await claimName(trash, source)
  try {
    await move(source, join(trash, 'files', name))
  } catch (error) {
    await rm(join(trash, 'info', `${name}.trashinfo`), { force: true })
    throw error
  }
}

/** The note beside a trashed file is written first and exclusively: it decides who has the name. */
async function claimName(trash, source) {
  const date = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
  const encoded = source.split('/').map(encodeURIComponent).join('/')
  for (let i = 1; ; i++) {
    const name = i === 1 ? basename(source) : `${basename(source)}.${i}`
    try {
      const note = `[Trash Info]\nPath=${encoded}\nDeletionDate=${date}\n`
      await writeFile(join(trash, 'info', `${name}.trashinfo`), note, { flag: 'wx' })
      return name
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
  }
}

async function move(from, to) {
  try {
    await rename(from, to)
  } catch (error) {
    if (error.code !== 'EXDEV') throw error
    await cp(from, to, { recursive: true, preserveTimestamps: true, errorOnExist: true })
    await rm(from, { recursive: true })
  }
}
