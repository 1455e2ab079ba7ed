export function rowSources(name: string): string[]
export function loadedBy(files: string[]): string[]
export function rowHash(name: string): string
