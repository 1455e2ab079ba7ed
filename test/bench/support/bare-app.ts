import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { inRoot } from './places.ts'

/** As many pictures as the library's first screen draws. */
const pictures = 70

const staticPage = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>A static page</title>
  <style>body { margin: 0 } div { display: flex; flex-wrap: wrap; gap: 6px } img { width: 150px; height: 104px }</style>
  <div>${Array.from({ length: pictures }, (_, n) => `<img src="bare://pictures/${n}" alt="" data-picture>`).join('')}</div>
</html>`

export interface BareApp {
  appPath: string
  /** For its window: which page it begins with, and the picture that it shows under any address. */
  env: (start: 'static' | 'grid', picture: string) => Record<string, string>
  remove: () => void
}

/** A window and nothing else, with two pages: pictures in plain HTML, and react-virtual's grid of 100,000. */
export async function bareApp(): Promise<BareApp> {
  const pages = mkdtempSync(join(tmpdir(), 'printroom-bare-'))
  await build({
    root: inRoot('test/bench/bare-page'),
    configFile: false,
    logLevel: 'error',
    base: './',
    plugins: [react()],
    build: { outDir: pages, emptyOutDir: true, rolldownOptions: { input: inRoot('test/bench/bare-page/grid.html') } },
  })
  writeFileSync(join(pages, 'static.html'), staticPage)
  return {
    appPath: inRoot('test/e2e/fixtures/bare-app'),
    env: (start, picture) => ({ BARE_PAGES: pages, BARE_PICTURE: picture, BARE_START: `${start}.html` }),
    remove: () => rmSync(pages, { recursive: true, force: true }),
  }
}
