export function withUnicode(env: Record<string, string | undefined>): Record<string, string | undefined>
