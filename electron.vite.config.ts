import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

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
    plugins: [react()],
    build: { assetsInlineLimit: 0 },
  },
})
