import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

/** While somebody develops, Vite puts its styles and its refresh into the page as text, which the page's policy forbids. */
const withoutPolicyInDevelopment: Plugin = {
  name: 'without-policy-in-development',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
}

/**
 * One build makes everything that runs: the window (main, preload, renderer), the terminal,
 * and the processes and threads they start. All entries of `main` land side by side in out/main,
 * so each finds the others beside its own file.
 */
export default defineConfig({
  main: {
    build: {
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          'engine-thread': 'src/main/engine-thread.ts',
          'image-worker': 'src/engine/images/worker.ts',
          practice: 'src/practice/main.ts',
          cli: 'src/cli/index.ts',
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
