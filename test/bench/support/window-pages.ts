import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { foldersFor } from '../../../src/engine/platform/home.ts'

/** A thumbnail as the window itself shows it, once it shows one. */
export async function thumbnailIn(home: string, page: Page): Promise<string> {
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-index] img')]
    return pictures.some((img) => img.complete && img.naturalWidth > 0)
  })
  const { cache } = foldersFor(home, true)
  const [found] = globSync('thumbnails/**/*.webp', { cwd: cache })
  if (found === undefined) throw new Error('no thumbnail was kept')
  return join(cache, found)
}
