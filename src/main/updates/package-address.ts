/**
 * The address that a package was made with (app-update.yml, as electron-builder writes it from `publish`); null where
 * there is none, or another provider than `generic`. Read without a reader of YAML, so that none is loaded at start.
 */
export function addressIn(text: string | null): string | null {
  if (text === null || !/^provider:[ \t]*generic[ \t]*$/m.test(text)) return null
  return /^url:[ \t]*(['"]?)([^\s'"]+)\1[ \t]*$/m.exec(text)?.[2] ?? null
}
