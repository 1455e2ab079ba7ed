import packageJson from '../../package.json' with { type: 'json' }

/**
 * Vite's settings for a program as one file, `name`.mjs in a folder, with all that is not a dependency of the app's inside: a
 * process that is started on its own.
 * @returns {import('vite').InlineConfig}
 */
export const oneFile = (name, entry, outDir) => ({
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true, external: Object.keys(packageJson.dependencies) },
  build: {
    ssr: true,
    target: 'node24',
    outDir,
    emptyOutDir: false,
    rolldownOptions: {
      input: { [name]: entry },
      output: { entryFileNames: '[name].mjs', codeSplitting: false },
    },
  },
})
