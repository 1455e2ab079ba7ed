export function readMessages(renderer: string): { sources: number; texts: string[]; problems: string[] }
export function catalogueOf(texts: readonly string[]): string
