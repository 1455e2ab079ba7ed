import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { build, type Plugin } from 'vite'
import { inPieces, oneFile } from './scripts/lib/one-file.mjs'

/** While somebody develops, Vite puts its styles and its refresh into the page as text, which the page's policy forbids. */
const withoutPolicyInDevelopment: Plugin = {
  name: 'without-policy-in-development',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
}

/**
 * Processes of their own, each one file beside main's that shares no piece with it: they are started from outside the
 * archive of a package, where its integrity is not checked, and main is to load nothing from there. Their names end in
 * .mjs: no package.json lies out there to say what they are.
 */
const processesOfTheirOwn = (entries: Record<string, string>): Plugin => ({
  name: 'processes-of-their-own',
  apply: 'build',
  async writeBundle({ dir: outDir }) {
    for (const [name, entry] of Object.entries(entries)) await build(oneFile(name, entry, outDir))
    await build(inPieces('cli', 'src/cli/index.ts', outDir, terminalPieces))
  },
})

/**
 * What wrong usage needs, what opens no home, and all the rest but what few have: many small files load slower than one. Its
 * first file waits for the others, so that none of them may ask for something of it.
 */
const terminalPieces = [
  { name: 'start', tags: ['$initial' as const], test: /(?<!src\/cli\/index\.ts)$/ },
  { name: 'base', test: /src\/cli\/(context|commands\/practice)\.ts$/ },
  { name: 'engine', test: /src\/(engine\/engine|cli\/commands\/(?!studio)[a-z-]+)\.ts$/ },
]

/**
 * One build makes everything that runs: the window (main, preload, renderer), the terminal,
 * and the processes and threads they start. All entries of `main` land side by side in out/main,
 * so each finds the others beside its own file.
 */
export default defineConfig({
  main: {
    plugins: [processesOfTheirOwn({ 'image-worker': 'src/engine/images/worker.ts', practice: 'src/practice/main.ts' })],
    build: {
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          'engine-thread': 'src/main/engine-thread.ts',
        },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload cannot be an ES module.
      rolldownOptions: { output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    plugins: [react(), withoutPolicyInDevelopment],
    // The page reads and holds its own text each time it opens: what is smaller is painted sooner.
    build: { assetsInlineLimit: 0, minify: true },
  },
})
