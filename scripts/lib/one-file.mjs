import packageJson from '../../package.json' with { type: 'json' }

/**
 * Vite's settings for a program of Node, with all that is not a dependency of the app's inside.
 * @returns {import('vite').InlineConfig}
 */
const program = (name, entry, outDir, output) => ({
  configFile: false,
  logLevel: 'warn',
  plugins: [asciiAlone],
  ssr: { noExternal: true, external: Object.keys(packageJson.dependencies) },
  build: {
    ssr: true,
    target: 'node24',
    outDir,
    emptyOutDir: false,
    rolldownOptions: { input: { [name]: entry }, output },
  },
})

/** A program as one file, `name`.mjs in a folder: a process that is started on its own. */
export const oneFile = (name, entry, outDir) =>
  program(name, entry, outDir, { entryFileNames: '[name].mjs', codeSplitting: false })

/**
 * A program, `name`.js in a folder, with pieces beside it that are loaded where they are needed. Each group takes what its
 * modules import along; the first one that asks for a module has it.
 */
export const inPieces = (name, entry, outDir, groups) =>
  program(name, entry, outDir, {
    entryFileNames: '[name].js',
    chunkFileNames: `${name}-[name].js`,
    codeSplitting: { groups: groups.map((group, at) => ({ priority: groups.length - at, ...group })) },
  })

/**
 * One sign outside ASCII makes V8 hold and read the whole file at two bytes a sign. The escapes mean the same in texts and in
 * regular expressions, but where a text is read as it is written: such a file is left as it is.
 * @type {import('vite').Plugin}
 */
const asciiAlone = {
  name: 'ascii-alone',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk' || file.code.includes('String.raw')) continue
      file.code = file.code.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    }
  },
}
