import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolderAndParents } from './make-folder.ts'

/** Everything the practice service owns on disk. */
export interface Home {
  folder: string
  database: string
  lock: string
  announcement: string
  media: string
}

/** The one line a started process prints, and keeps in `practice.json`. */
export interface Announcement {
  url: string
  control: string
  keys: string[]
  sessionToken: string
}

export function homeAt(folder: string): Home {
  return {
    folder,
    database: join(folder, 'practice.db'),
    lock: join(folder, 'lock.db'),
    announcement: join(folder, 'practice.json'),
    media: join(folder, 'media'),
  }
}

export function makeHomeFolders(home: Home): void {
  makeFolderAndParents(home.folder)
  makeFolderAndParents(home.media)
}

/** Written whole or not at all, and readable by this user only: it holds keys. */
export function keepAnnouncement(home: Home, announcement: Announcement): void {
  const draft = `${home.announcement}.${process.pid}`
  writeFileSync(draft, JSON.stringify(announcement), { mode: 0o600 })
  renameSync(draft, home.announcement)
}

export function readAnnouncement(home: Home): Announcement | null {
  try {
    return JSON.parse(readFileSync(home.announcement, 'utf8')) as Announcement
  } catch {
    return null
  }
}
