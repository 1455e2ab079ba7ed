export const programName: string
export function addLauncher(folder: string): void
