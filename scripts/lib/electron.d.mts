/** The genuine runtime's executable, if it is whole in Electron's package folder, or in the folder that somebody gave. */
export function findElectron(folder?: string, given?: string, platform?: NodeJS.Platform): string | undefined
